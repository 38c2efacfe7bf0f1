/** The tabs of an account, as in the URL. The first one is the default. */
export const accountTabs = ['usage', 'members', 'keys', 'audit'] as const;
