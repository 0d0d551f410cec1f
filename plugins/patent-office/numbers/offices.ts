/** Codes of offices whose publications the service may know (WIPO ST.3), with those of former states. */
export const offices: ReadonlySet<string> = new Set(
  (
    'AL AM AP AR AT AU AZ BA BE BG BO BR BX BY CA CH CL CN CO CR CS CU CY CZ DD DE DK DO DZ EA EC EE EG EM EP ES FI FR ' +
    'GB GC GE GR GT HK HN HR HU ID IE IL IN IS IT JO JP KE KR KZ LT LU LV MA MC MD ME MK MN MO MT MW MX MY NI NL NO NZ ' +
    'OA PA PE PH PL PT PY RO RS RU SA SE SG SI SK SM SU SV TH TJ TM TN TR TT TW UA US UY UZ VE VN WO YU ZA ZM ZW'
  ).split(' '),
);

/** Offices whose numbers are kept without zeros before them. Others, as that of Argentina, keep theirs. */
export const withoutZeros: ReadonlySet<string> = new Set(
  'AT AU BE CA CH DE DK ES FI FR GB IT LU NL NO SE US'.split(' '),
);

/** Kinds that stand for several publications, with those that they may be; likeliest first. */
export const vagueKinds: Readonly<Record<string, readonly string[]>> = {
  EPA: ['A1', 'A2', 'A3'],
  EPB: ['B1', 'B2'],
  WOA: ['A1', 'A2', 'A3'],
};
