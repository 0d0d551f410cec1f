/** Heads of a column of steps in time. A week is named by the Monday on which it begins. */
export const stepNames = { day: 'Day', week: 'Week from', month: 'Month', quarter: 'Quarter' } as const;
