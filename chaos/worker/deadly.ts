/** The recording provider's answer that no worker survives. */
export const DEADLY = 599;
