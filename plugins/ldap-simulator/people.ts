/** Groups to which people belong directly; `all-staff` has these two as its members. */
export type GroupName = 'lending' | 'audit';

/** Somebody of the directory, as a test or this list describes them. */
export interface Person {
  readonly uid: string;
  readonly cn: string;
  readonly givenName: string;
  readonly sn: string;
  /** E-mail address; null for somebody whose entry has no `mail`. */
  readonly mail: string | null;
  /** `left` for people who are disabled: they still can sign in, so a filter has to leave them out. */
  readonly employeeType: string;
  readonly groups: readonly GroupName[];
  /** `welcome-` and the uid unless given. */
  readonly password?: string;
}

/** Somebody with the usual address and name, where nothing else is said. */
const person = (uid: string, givenName: string, sn: string, special: Partial<Person> = {}): Person => ({
  uid,
  cn: `${givenName} ${sn}`,
  givenName,
  sn,
  mail: `${uid}@larkfield.example`,
  employeeType: 'staff',
  groups: ['lending'],
  ...special,
});

/** The people of the demonstration, always the same. */
export const demoPeople: readonly Person[] = [
  person('m.keller', 'Martina', 'Keller'),
  person('j.mueller', 'Jürgen', 'Müller'),
  person('s.groesser', 'Sören', 'Größer'),
  person('a.lindqvist', 'Ada', 'Lindqvist', { mail: 'ada@demo.example' }),
  person('e.vasquez', 'Elena', 'Vásquez'),
  person('z.szabo', 'Zsófia', 'Szabó', { cn: 'Szabó Zsófia' }),
  person('l.nowak', 'Łukasz', 'Nowak'),
  person('y.tanaka', '由紀', '田中', { cn: '田中 由紀' }),
  person('f.oconnor', 'Fionnuala', "O'Connor"),
  person('b.star', 'Bob', 'Star', { cn: String.raw`Bob (Ops) *star*, N\West` }),
  person('d.nguyen', 'Dũng', 'Nguyễn', { cn: 'Nguyễn Dũng' }),
  person('c.dubois', 'Chloé', 'Dubois', { mail: null }),
  person('h.weber', 'Hans', 'Weber', { mail: 'desk@larkfield.example' }),
  person('g.weber', 'Greta', 'Weber', { mail: 'desk@larkfield.example', groups: ['audit'] }),
  person('t.okafor', 'Tunde', 'Okafor', { groups: ['lending', 'audit'] }),
  person('i.petrova', 'Ирина', 'Петрова', { groups: ['audit'] }),
  person('n.papadopoulos', 'Νίκος', 'Παπαδόπουλος', { groups: ['audit'] }),
  person('o.haugen', 'Øystein', 'Haugen', { groups: ['audit'] }),
  person('v.kovarova', 'Věra', 'Kovářová', { groups: ['audit'] }),
  person('l.dasilva', 'Luísa', 'da Silva', { employeeType: 'contractor', groups: [] }),
  person('a.yilmaz', 'Ayşe', 'Yılmaz', { employeeType: 'contractor', groups: [] }),
  person('r.singh', 'Ravi', 'Singh', { mail: null, groups: [] }),
  person('p.horvat', 'Petra', 'Horvat', { employeeType: 'left' }),
  person('w.jansen', 'Wim', 'Jansen', { employeeType: 'left', groups: [] }),
];
