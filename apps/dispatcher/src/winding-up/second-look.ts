/** Time for a planner that was halted in the middle of a page to write what nobody needs any more (milliseconds). */
export const SECOND_LOOK_MS = 10 * 60_000;
