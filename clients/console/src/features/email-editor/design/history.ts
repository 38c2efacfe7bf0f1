import type { Design } from './blocks';

/** The most steps that can be undone. */
const STEPS = 100;
/** Edits of the same kind within this time are one step (milliseconds). */
const JOIN_MS = 1_000;

/** The designs before and after the current one. */
export interface History {
  past: readonly Design[];
  future: readonly Design[];
  /** The design that the last step made. After a change from elsewhere, nothing can be undone. */
  current: Design | null;
  /** The last edit. Null: the next edit is a step of its own. */
  last: { kind: string; at: number } | null;
}

export const emptyHistory: History = { past: [], future: [], current: null, last: null };

/** @param kind edits of the same kind in quick succession are one step; null: a step of its own */
export function recorded(
  history: History,
  { before, after, kind, now }: { before: Design; after: Design; kind: string | null; now: number },
): History {
  const { past, last } = valid(history, before);
  const isJoined = kind !== null && last?.kind === kind && now - last.at < JOIN_MS;
  return {
    past: isJoined ? past : [...past, before].slice(-STEPS),
    future: [],
    current: after,
    last: kind === null ? null : { kind, at: now },
  };
}

/** @returns null if there is no step to undo */
export function undone(history: History, current: Design): { history: History; design: Design } | null {
  const { past, future } = valid(history, current);
  const design = past.at(-1);
  if (!design) return null;
  const rest = { past: past.slice(0, -1), future: [current, ...future] };
  return { design, history: { ...rest, current: design, last: null } };
}

/** @returns null if there is no step to redo */
export function redone(history: History, current: Design): { history: History; design: Design } | null {
  const { past, future } = valid(history, current);
  const design = future[0];
  if (!design) return null;
  const rest = { past: [...past, current], future: future.slice(1) };
  return { design, history: { ...rest, current: design, last: null } };
}

const valid = (history: History, current: Design): History =>
  history.current === current ? history : emptyHistory;
