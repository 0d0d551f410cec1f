import type { FamilySeed } from '../seed.ts';

export const household: readonly FamilySeed[] = [
  {
    id: '81000020',
    applicants: ['Clearspring Water Co. Ltd|GB', 'Aqua & Sons <Filters> BV|NL'],
    inventors: ['OYELARAN, Grace|GB', "VAN 'T HOFF, Pieter|NL"],
    ipc: ['C02F1/28', 'B01J20/20'],
    cpc: ['C02F1/283 I EP US', 'B01J20/20 I EP', 'C02F2201/006 A EP'],
    priorities: ['GB 202010877 A 20200715'],
    figures: ['the cartridge in section', 'its use in a jug'],
    texts: {
      en: {
        title: 'Water filter with a cartridge that shows when it is spent',
        abstract:
          'A water filter has a cartridge (1) of activated carbon with a window (2). Behind the window lies a strip of the same carbon that carries a dye; chlorine bleaches the dye once the carbon before it is spent.',
        claims: [
          'Water filter having a cartridge of activated carbon, wherein the cartridge has a window behind which a strip lies that carries a dye which chlorine bleaches.',
          'Water filter according to claim 1, wherein the strip is reached by the water last.',
          'Water filter according to claim 1 or 2, wherein the window widens in the direction of flow.',
        ],
        description: [
          'The invention relates to filters for drinking water at the tap & in jugs.',
          'Users change cartridges by the calendar, too early or too late. It is an object to show when a cartridge is spent, without electronics.',
          'The dye is harmless; "E 133" is preferred. At 0.2 mg/l < c(Cl) < 0.5 mg/l the strip is white after two hours.',
        ],
      },
      fr: {
        title: 'Filtre à eau à cartouche indiquant son épuisement',
        abstract:
          'Un filtre à eau comporte une cartouche (1) de charbon actif avec une fenêtre (2). Derrière la fenêtre se trouve une bande du même charbon qui porte un colorant.',
        claims: [
          'Filtre à eau ayant une cartouche de charbon actif, caractérisé en ce que la cartouche a une fenêtre derrière laquelle se trouve une bande portant un colorant.',
        ],
        description: ["L'invention concerne les filtres pour l'eau potable.", 'Le colorant est inoffensif.'],
      },
    },
    members: [
      { pub: 'GB 2597101 A 20220119', ap: 'GB 202010877 A 20200715', pages: 10 },
      {
        pub: 'FR 3112541 A1 20220121',
        ap: 'FR 2107502 A 20210712',
        langs: ['fr', 'en'],
        pages: 9,
        events: ['20220725 PLFP + FEE PAYMENT', '20230727 PLFP + FEE PAYMENT'],
      },
      {
        pub: 'EP 3940112 A1 20220119',
        ap: 'EP 21185110 A 20210712',
        langs: ['en', 'fr'],
        pages: 11,
        cited: [
          'X 1 < US 2008110820 A1 20080515 WELLHEAD FILTRATION LLC [US]',
          'A 3 < "Handbook of Drinking Water, 3rd edition, chapter 9"',
        ],
      },
    ],
  },
  {
    id: '81000021',
    applicants: ['Wellhead Filtration LLC|US'],
    inventors: ['STONE, Mary-Ann|US'],
    ipc: [],
    cpc: ['C02F1/003 I US'],
    priorities: ['US 55987706 A 20061115'],
    figures: ['a water filter with a counter'],
    texts: {
      en: {
        title: 'Water filter with flow counter',
        abstract:
          'A water filter counts the water that flows through it with a turbine wheel and shows when the filter must be changed.',
      },
    },
    members: [
      { pub: 'US 2008110820 A1 20080515', ap: 'US 55987706 A 20061115', pages: 6, without: ['classes'] },
      // Seven digits behind the year, as the service has them for some.
      { pub: 'US 20100051518 A1 20100304', ap: 'US 55987706 A 20061115', pages: 6, without: ['classes'] },
    ],
  },
  {
    id: '81000022',
    applicants: ['Kesselmann Haushaltsgeräte GmbH & Co. KG|DE'],
    inventors: ['WEISS, Sören|DE', 'ÖZTÜRK, Ayşe|DE'],
    ipc: ['A47J27/21'],
    cpc: ['A47J27/21 I EP'],
    priorities: ['DE 102021112233 A 20210511'],
    figures: ['the kettle and its base'],
    texts: {
      de: {
        title: 'Wasserkocher mit gedämpfter Siedewarnung',
        abstract:
          'Ein Wasserkocher erkennt am Geräusch des Wassers, dass es bald siedet, und senkt seine Leistung, damit er leise bleibt.',
        claims: [
          'Wasserkocher mit einer Heizung und einem Schallaufnehmer, dadurch gekennzeichnet, dass die Leistung der Heizung sinkt, wenn das Geräusch des Wassers eine Schwelle überschreitet.',
          'Wasserkocher nach Anspruch 1, wobei der Schallaufnehmer im Sockel angeordnet ist.',
        ],
        description: [
          'Die Erfindung betrifft einen Wasserkocher.',
          'Wasserkocher sind kurz vor dem Sieden am lautesten. Der Wasserkocher nach Anspruch 1 bleibt leise.',
        ],
      },
      en: {
        title: 'Kettle that boils quietly',
        abstract:
          'A kettle hears by the sound of the water that it is about to boil and lowers its power to stay quiet.',
      },
    },
    members: [
      { pub: 'DE 102021112233 A1 20221117', ap: 'DE 102021112233 A 20210511', langs: ['de', 'en'], pages: 6 },
      {
        pub: 'DE 102021112233 B4 20240801',
        ap: 'DE 102021112233 A 20210511',
        langs: ['de'],
        without: ['abstract'],
        pages: 7,
      },
    ],
  },
  {
    id: '81000023',
    applicants: ['杭州清源电器有限公司|CN'],
    inventors: ['LI WEI|CN'],
    ipc: ['A47L11/40'],
    cpc: [],
    priorities: ['CN 202310455667 A 20230425'],
    figures: ['a robot with a lifting mop'],
    texts: {
      ol: { title: '一种可升降拖布的清洁机器人', abstract: '本发明公开了一种清洁机器人，其拖布在地毯上自动升起。' },
      en: {
        title: 'Cleaning robot with lifting mop',
        abstract:
          'A cleaning robot lifts its mop on carpets. A lever (3) driven by the wheel raises the mop when the current of the brush rises.',
      },
    },
    members: [
      { pub: 'CN 116509266 A 20230801', ap: 'CN 202310455667 A 20230425', langs: ['ol', 'en'], pages: 12 },
      {
        pub: 'CN 219962770 U 20231107',
        ap: 'CN 202320944551 U 20230424',
        langs: ['ol'],
        without: ['abstract', 'parties', 'classes', 'priorities'],
        pages: 10,
      },
    ],
  },
  {
    id: '81000024',
    applicants: ['Lumière Domestique SAS|FR'],
    inventors: ['DUPRÉ, Hélène|FR'],
    ipc: ['F21S9/03'],
    cpc: ['F21S9/03 I FR'],
    priorities: ['FR 1913344 A 20191128'],
    figures: ['a lamp for the garden'],
    texts: {
      fr: {
        title: 'Lampe de jardin à batterie solaire',
        abstract:
          "Une lampe de jardin reçoit sa lumière d'une batterie solaire et s'éteint lorsque personne n'est près d'elle.",
        claims: [
          "Lampe de jardin à batterie solaire, caractérisée en ce qu'un détecteur éteint la lampe lorsque personne n'est près d'elle.",
        ],
        description: [
          "L'invention concerne une lampe de jardin.",
          'Le détecteur compte les personnes qui entrent et qui sortent.',
        ],
      },
    },
    members: [{ pub: 'FR 3103873 A1 20210604', ap: 'FR 1913344 A 20191128', langs: ['fr'], pages: 8 }],
  },
];
