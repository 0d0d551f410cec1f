import type { Page, Row } from './contract.ts';

export const rowsIn = (page: Page): readonly Row[] => (typeof page === 'string' ? JSON.parse(page) : page);
