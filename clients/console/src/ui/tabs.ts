/** Returns a function that reads the tab from a page's URL. */
export function tabOf<Tab extends string>(
  tabs: readonly Tab[],
): (search: Readonly<Record<string, unknown>>) => { tab?: Tab } {
  return ({ tab }) => {
    const named = tabs.find((each) => each === tab);
    return named === undefined ? {} : { tab: named };
  };
}
