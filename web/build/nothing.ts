// Stands in for the component library's usage statistics and its development-mode probe: neither belongs in a page with
// a strict policy.
export const usageStatistics = (): void => {};
export const runIfDevelopmentMode = (): void => {};
