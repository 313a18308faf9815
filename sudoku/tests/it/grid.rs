//! The geometry of grids.

use pencilmark_sudoku::{Cell, Grid, GridError};

#[test]
fn usual_boxes() {
    let shapes = [
        (1, (1, 1)),
        (4, (2, 2)),
        (6, (2, 3)),
        (8, (2, 4)),
        (9, (3, 3)),
        (10, (2, 5)),
        (12, (3, 4)),
        (15, (3, 5)),
        (16, (4, 4)),
        (18, (3, 6)),
        (20, (4, 5)),
        (25, (5, 5)),
        (36, (6, 6)),
        (100, (10, 10)),
        (255, (15, 17)),
    ];
    for (size, shape) in shapes {
        assert_eq!(Grid::new(size).unwrap().box_shape(), Some(shape), "size {size}");
    }
    for size in [2, 3, 5, 7, 251] {
        assert_eq!(Grid::new(size), Err(GridError::NoBoxes { size }));
    }
    for size in [0, 256, usize::MAX] {
        assert_eq!(Grid::new(size), Err(GridError::Size { size }));
    }
    let error = Grid::with_box(6, 2, 2).unwrap_err();
    insta::assert_snapshot!(error, @"boxes 2 high and 2 wide do not hold 6 cells, as a row of this grid does");
}

#[test]
fn every_cell_is_in_one_row_one_column_and_one_region() {
    for grid in [Grid::new(6).unwrap(), Grid::with_box(6, 3, 2).unwrap(), Grid::new(1).unwrap()] {
        for houses in [grid.rows(), grid.columns(), grid.regions()] {
            let mut cells: Vec<Cell> = houses.iter().flat_map(|house| house.cells.clone()).collect();
            assert!(houses.iter().all(|house| house.cells.len() == grid.size()));
            cells.sort();
            assert!(cells.into_iter().eq(grid.cells()));
        }
        for (i, region) in grid.regions().iter().enumerate() {
            assert!(region.cells.iter().all(|&cell| grid.region(cell) == i));
        }
    }
}

#[test]
fn boxes_lie_as_they_should() {
    let names = |grid: &Grid, i: usize| {
        let house = &grid.regions()[i];
        let cells: Vec<String> = house.cells.iter().map(|&cell| grid.name(cell)).collect();
        format!("{}: {}", house.name, cells.join(" "))
    };
    let wide = Grid::new(6).unwrap();
    assert_eq!(names(&wide, 1), "box 2: r1c4 r1c5 r1c6 r2c4 r2c5 r2c6");
    let high = Grid::with_box(6, 3, 2).unwrap();
    assert_eq!(names(&high, 3), "box 4: r4c1 r4c2 r5c1 r5c2 r6c1 r6c2");
    assert_eq!(wide.columns()[1].name, "column 2");
}

#[test]
fn regions_of_any_form() {
    let grid = Grid::with_regions(2, &[7, 3, 3, 7]).unwrap();
    assert_eq!(grid.box_shape(), None);
    assert_eq!(grid.regions()[0].name, "region 1");
    assert_eq!(grid.regions()[0].cells, [grid.cell(0, 1), grid.cell(1, 0)]);
    let error = Grid::with_regions(2, &[1, 2, 2, 2]).unwrap_err();
    insta::assert_snapshot!(error, @"region 1 has 1 cells, each region of this grid should have 2");
    assert_eq!(Grid::with_regions(2, &[1, 2, 2]), Err(GridError::RegionCells { size: 2, found: 3 }));
}

#[test]
fn pairs_come_once() {
    let grid = Grid::new(9).unwrap();
    let all = [(grid.orthogonal_pairs(), 144), (grid.knight_pairs(), 224), (grid.king_pairs(), 272)];
    for (mut pairs, count) in all {
        assert_eq!(pairs.len(), count);
        assert!(pairs.iter().all(|(a, b)| a < b));
        pairs.sort();
        pairs.dedup();
        assert_eq!(pairs.len(), count);
    }
    let knight = |&(a, b): &(Cell, Cell)| {
        let rows = grid.row(a).abs_diff(grid.row(b));
        rows * grid.column(a).abs_diff(grid.column(b)) == 2
    };
    assert!(grid.knight_pairs().iter().all(knight));
}

#[test]
fn diagonals_meet_in_the_middle() {
    let grid = Grid::new(9).unwrap();
    let [falling, rising] = grid.diagonals();
    assert_eq!(falling.cells[0], grid.cell(0, 0));
    assert_eq!(rising.cells[0], grid.cell(0, 8));
    assert_eq!(falling.cells[4], rising.cells[4]);
}
