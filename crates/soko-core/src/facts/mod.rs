//! Static facts: what walls, goals and the start alone say about a level.
//!
//! Each file answers one question and opens with its reasoning. None of them
//! looks at a clock or searches over several boxes at once.
//!
//! | fact | whose | file |
//! | --- | --- | --- |
//! | dead squares by pulling back from the goals; Veger's valid squares | ours; Veger, Greco | `dead_squares` |
//! | static and indirect deadspots | Veger | `deadspots` |
//! | safe squares, back- and forward-reachable | Movers and Packers | `safe_squares` |
//! | corner and wall-line squares | LISA, Greco | `wall_lines` |
//! | walking distance to the nearest goal | Movers and Packers | `walking_distance` |
//! | push distance to the nearest and to each goal | ours | `push_distance` |
//! | the sides of a box, articulation squares | ours | `sides` |
//! | which sides of every square hang together | Hopcroft and Tarjan | `blocks` |
//! | where one box can be brought while the others stand | ours | `macro_reach` |
//! | what a box alone among walls can do | ours | `lone_box` |
//! | rooms and tunnels | LISA | `rooms` |
//! | the man's areas and their numbers | Veger | `areas` |

mod areas;
mod blocks;
mod dead_squares;
mod deadspots;
mod lone_box;
mod macro_reach;
mod push_distance;
mod rooms;
mod safe_squares;
mod sides;
mod walking_distance;
mod wall_lines;

pub use areas::AreaNumbers;
pub use blocks::Blocks;
pub use dead_squares::{dead_squares, live_squares};
pub use deadspots::Deadspots;
pub use lone_box::LoneBoxSearch;
pub use macro_reach::{Bounds, MacroReach, Motion, Stop, UNREACHABLE, first_side};
pub use push_distance::PushDistanceMap;
pub use rooms::{Rooms, TUNNEL_PATTERNS};
pub use safe_squares::SafeSquares;
pub use sides::Sides;
pub use walking_distance::{walking_distances_to, walking_distances_to_goals};
pub use wall_lines::{WallRule, corner_squares, wall_line_squares};
