import type { FamilySeed } from '../seed.ts';

/** Offices that a large family reaches, so that one answer has many members. */
const national = 'AT BE CH CY CZ DK ES FI GR HR HU IE LT NO PL PT RO SI'.split(' ');

export const mobility: readonly FamilySeed[] = [
  {
    id: '81000010',
    applicants: ['Veloworks Ltd|GB'],
    inventors: ['ASHDOWN, Peter|GB', 'MEHTA, Priya|GB'],
    ipc: ['B62L1/00', 'F16D55/224'],
    cpc: ['B62L1/005 I EP US GB', 'F16D55/224 I EP', 'F16D65/18 I EP US'],
    priorities: ['GB 201912345 A 20190828'],
    figures: ['the caliper from the side', 'the lever', 'the line between both', 'the rotor'],
    texts: {
      en: {
        title: 'Bicycle brake with a self-adjusting caliper',
        abstract:
          'A bicycle brake has a caliper (10) whose pads (12) are set back by a spring (14) through a distance that does not depend on their wear. A friction sleeve (16) slips when the pads move further than this distance.',
        claims: [
          'Bicycle brake comprising a caliper with a piston and a pad, a spring that sets the pad back, and a friction sleeve on which the spring rests, wherein the sleeve slips on the piston when the pad moves further than a set distance.',
          'Bicycle brake according to claim 1, wherein the sleeve is slotted.',
          'Bicycle brake according to claim 2, wherein a ring closes around the slotted sleeve and sets its friction.',
          'Bicycle brake according to claim 1, wherein the caliper has two pistons that share one line.',
          'Bicycle having a bicycle brake according to any of the preceding claims.',
          'Kit for a bicycle brake according to claim 1, comprising the sleeve and a tool to press it onto the piston.',
        ],
        description: [
          '#FIELD',
          'The invention relates to a disc brake for bicycles.',
          '#BACKGROUND',
          'Pads of a disc brake wear. Where the lever has to travel further for it, the rider loses confidence; where the pads are set too close, they rub.',
          '#DESCRIPTION OF AN EMBODIMENT',
          'Figure 1 shows a caliper 10 with a piston 11 and a pad 12. The spring 14 rests on the sleeve 16. When the lever is released the spring moves the pad back by 0.3 mm, however thin the pad has become.',
          'The force at which the sleeve slips lies between 40 N and 60 N; below, the pads would not come back, and above, a rider would feel it in the lever.',
          'The ring 18 of claim 3 can be turned from outside with a key, so that the brake can be set without removing the wheel.',
        ],
      },
      fr: {
        title: 'Frein de bicyclette à étrier à rattrapage automatique',
        abstract:
          'Un frein de bicyclette comporte un étrier (10) dont les plaquettes (12) sont rappelées par un ressort (14) sur une distance qui ne dépend pas de leur usure.',
        claims: [
          'Frein de bicyclette comprenant un étrier avec un piston et une plaquette, un ressort qui rappelle la plaquette et un manchon à friction sur lequel repose le ressort.',
          'Frein selon la revendication 1, dans lequel le manchon est fendu.',
        ],
      },
      de: {
        title: 'Fahrradbremse mit selbstnachstellendem Sattel',
        abstract:
          'Eine Fahrradbremse hat einen Sattel (10), dessen Beläge (12) von einer Feder (14) um eine Strecke zurückgestellt werden, die nicht von ihrem Verschleiß abhängt.',
        claims: [
          'Fahrradbremse mit einem Sattel mit einem Kolben und einem Belag, einer Feder, die den Belag zurückstellt, und einer Reibhülse, auf der die Feder ruht.',
          'Fahrradbremse nach Anspruch 1, wobei die Reibhülse geschlitzt ist.',
        ],
      },
    },
    members: [
      {
        pub: 'GB 2586701 A 20210303',
        ap: 'GB 201912345 A 20190828',
        packing: 'packed',
        pages: 14,
        cited: [
          'X 1,2,5 < EP 1901001 A2 20080319 TORPEDO RAD AG [DE]',
          'A 4 < "Cycling Engineer, issue 88, spring 2012, page 7"',
        ],
      },
      {
        pub: 'WO 2021038221 A1 20210304',
        ap: 'GB 2020052041 W 20200826',
        langs: ['en', 'fr'],
        pages: 30,
        packing: 'heading',
        cited: [
          'X 1 < GB 2586701 A 20210303 VELOWORKS LTD [GB]',
          'Y 2-4 < US 2015034431 A1 20150205 CASCADE CYCLE INC [US]',
          'A 6 < JP 2011240755 A 20111201 SAKURAGI KOGYO KK [JP]',
        ],
        events: ['20210428 121 + EP: THE EPO HAS BEEN INFORMED BY WIPO THAT EP WAS DESIGNATED IN THIS APPLICATION'],
      },
      {
        pub: 'EP 4021789 A1 20220706',
        ap: 'EP 20771554 A 20200826',
        langs: ['en', 'fr', 'de'],
        pages: 1,
        events: [
          '20220706 17P + REQUEST FOR EXAMINATION FILED @20220302',
          '20230517 17Q + FIRST EXAMINATION REPORT DESPATCHED @20230419',
        ],
      },
      {
        pub: 'EP 4021789 B1 20240918',
        ap: 'EP 20771554 A 20200826',
        langs: ['en', 'fr', 'de'],
        packing: 'broken',
        pages: 16,
      },
      { pub: 'US 2022297789 A1 20220922', ap: 'US 202017638004 A 20200826', pages: 15 },
      { pub: 'US 11999433 B2 20240604', ap: 'US 202017638004 A 20200826', pages: 15 },
      {
        pub: 'JP 2022545613 A 20221028',
        ap: 'JP 2022513001 A 20200826',
        langs: ['ol', 'en'],
        without: ['abstract'],
        pages: 18,
      },
      ...national.map((country, i) => ({
        pub:
          country === 'AT'
            ? 'AT E1724566 T1 20241015'
            : `${country} ${country === 'ES' ? '2993401' : `40217${String(80 + i)}`} T3 202501${String(10 + i)}`,
        ap: `${country} 20771554 T 20200826`,
        langs: ['en'],
        without: [
          'abstract',
          'text',
          ...(i % 3 === 0 ? (['title'] as const) : []),
          ...(i > 3 ? (['images'] as const) : []),
        ] as const,
      })),
    ],
  },
  {
    id: '81000011',
    applicants: ['Torpedo Rad AG|DE'],
    inventors: ['KÖNIG, Jürgen|DE'],
    ipc: ['B62L1/14'],
    cpc: ['B62L1/14 I EP'],
    priorities: ['DE 102006043210 A 20060914'],
    figures: ['a rim brake with a cable'],
    texts: {
      de: {
        title: 'Felgenbremse mit Seilzug',
        abstract:
          'Eine Felgenbremse für Fahrräder hat zwei Arme, die ein Seilzug gegen die Felge zieht. Eine Rolle führt den Zug um die Gabel.',
        claims: [
          'Felgenbremse für Fahrräder mit zwei Armen und einem Seilzug, dadurch gekennzeichnet, dass eine Rolle den Seilzug um die Gabel führt.',
          'Felgenbremse nach Anspruch 1, wobei die Rolle kugelgelagert ist.',
        ],
        description: [
          'Die Erfindung betrifft eine Felgenbremse für Fahrräder.',
          'Bekannte Seilzüge reiben an der Gabel. Es ist Aufgabe der Erfindung, diese Reibung zu vermeiden.',
          'Die Rolle nach Anspruch 1 führt den Zug, ohne dass er die Gabel berührt.',
        ],
      },
      en: { title: 'Rim brake with a cable', abstract: '' },
    },
    members: [
      { pub: 'EP 1901001 A2 20080319', ap: 'EP 07017999 A 20070913', langs: ['de', 'en'], pages: 8 },
      {
        pub: 'EP 1901001 A3 20091111',
        ap: 'EP 07017999 A 20070913',
        langs: ['de', 'en'],
        without: ['abstract', 'text'],
        pages: 3,
        events: ['20120404 18D - DEEMED TO BE WITHDRAWN @20111008'],
      },
      { pub: 'DE 102006043210 A1 20080327', ap: 'DE 102006043210 A 20060914', langs: ['de'], pages: 7 },
    ],
  },
  {
    id: '81000012',
    applicants: ['Cascade Cycle, Inc.|US'],
    inventors: ['WALKER, John T.|US'],
    ipc: ['B62K25/28'],
    cpc: ['B62K25/28 I EP US'],
    priorities: ['US 201313959001 A 20130805'],
    figures: ['the rear frame'],
    texts: {
      en: {
        title: 'REAR SUSPENSION FOR A BICYCLE',
        abstract:
          'A rear suspension for a bicycle keeps the chain at one length while the wheel travels, by two links of equal length.',
      },
    },
    members: [
      { pub: 'US 2015034431 A1 20150205', ap: 'US 201313959001 A 20130805', pages: 12 },
      { pub: 'US 9102378 B2 20150811', ap: 'US 201313959001 A 20130805', pages: 12, without: ['abstract'] },
    ],
  },
  {
    id: '81000013',
    applicants: ['櫻木工業株式会社|JP'],
    inventors: ['田中, 太郎|JP'],
    ipc: ['F16D65/00'],
    cpc: ['F16D65/0068 I JP'],
    priorities: ['JP 2010112233 A 20100514'],
    figures: ['a rotor with cooling vanes'],
    texts: {
      ol: {
        title: 'ディスクブレーキ用ロータ',
        abstract: '放熱羽根を有するディスクブレーキ用ロータであって、羽根はリムに沿って配置される。',
      },
    },
    members: [{ pub: 'JP 2011240755 A 20111201', ap: 'JP 2010112233 A 20100514', langs: ['ol'], pages: 9 }],
  },
];
