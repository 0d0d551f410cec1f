import { wearLastTheme } from './theme.ts';

wearLastTheme();
