/** The opens and clicks of the deliveries of a batch, by position. Stored at the first open or click. */
export interface Marks {
  /** When a delivery was first opened. */
  opens: Record<string, Date>;
  /** When a link in it was first clicked, and the clicked links. */
  clicks: Record<string, { at: Date; links: number[] }>;
  /** When a delivery first led to a conversion. Absent: none did. */
  conversions?: Record<string, Date>;
  /** Positions of erased people, whose events are no longer recorded. */
  erased: number[];
}

/** A person's open (`link` null) or click. */
export interface Mark {
  position: number;
  link: number | null;
  at: Date;
}

/** The number of events that were the first of their kind for a delivery. */
export interface Firsts {
  opens: number;
  clicks: number;
  /** The links, by number. */
  links: Map<number, number>;
}

export const noMarks: Marks = { opens: {}, clicks: {}, erased: [] };

/** Adds marks, which can arrive repeatedly and in any order. Counts the marks that are the first of their delivery. */
export function marked(before: Marks, marks: readonly Mark[]): { after: Marks; firsts: Firsts } {
  const after: Marks = { ...before, opens: { ...before.opens }, clicks: { ...before.clicks } };
  const firsts: Firsts = { opens: 0, clicks: 0, links: new Map() };
  for (const { position, link, at } of marks) {
    if (after.erased.includes(position)) continue;
    if (link === null) {
      const known = after.opens[position];
      if (!known) firsts.opens++;
      if (!known || at < known) after.opens[position] = at;
      continue;
    }
    const known = after.clicks[position];
    if (!known) firsts.clicks++;
    const links = known?.links ?? [];
    const isNewLink = !links.includes(link);
    if (isNewLink) firsts.links.set(link, (firsts.links.get(link) ?? 0) + 1);
    after.clicks[position] = {
      at: known && known.at < at ? known.at : at,
      links: isNewLink ? [...links, link] : links,
    };
  }
  return { after, firsts };
}

/** Permanently removes the marks of a position. */
export function forgotten({ opens, clicks, conversions, erased }: Marks, position: number): Marks {
  const { [position]: _open, ...otherOpens } = opens;
  const { [position]: _click, ...otherClicks } = clicks;
  const { [position]: _conversion, ...otherConversions } = conversions ?? {};
  return {
    ...{ opens: otherOpens, clicks: otherClicks, ...(conversions && { conversions: otherConversions }) },
    erased: [...new Set([...erased, position])],
  };
}
