import type { FamilySeed } from '../seed.ts';

export const building: readonly FamilySeed[] = [
  {
    id: '81000030',
    applicants: ['Ziegelwerk Altmühl GmbH|DE'],
    inventors: ['HUBER, Josef|DE', 'NOVÁK, Jana|CZ'],
    ipc: ['B28B1/29', 'C04B33/04'],
    cpc: ['B28B1/29 I EP', 'C04B33/04 I EP', 'C04B33/131 A EP'],
    priorities: ['DE 102018205001 A 20180404'],
    figures: ['the mould', 'the conveyor', 'a brick'],
    texts: {
      de: {
        title: 'Vorrichtung zum Formen von Ziegeln aus Aushub',
        abstract:
          'Eine Vorrichtung formt Ziegel (1) aus dem Aushub einer Baustelle. Ein Sieb (2) trennt Steine ab, ein Mischer (3) gibt Ton zu, und eine Form (4) presst den Ziegel.',
        claims: [
          'Vorrichtung zum Formen von Ziegeln aus Aushub mit einem Sieb, einem Mischer und einer Form, dadurch gekennzeichnet, dass der Mischer Ton in einer Menge zugibt, die von der Feuchte des Aushubs abhängt.',
          'Vorrichtung nach Anspruch 1, wobei die Feuchte am Sieb gemessen wird.',
          'Vorrichtung nach Anspruch 1 oder 2, wobei die Form geheizt ist.',
        ],
        description: [
          '#TECHNISCHES GEBIET',
          'Die Erfindung betrifft das Formen von Ziegeln auf der Baustelle.',
          '#STAND DER TECHNIK',
          'Aushub wird abgefahren und Ziegel werden angefahren. Beides kostet mehr, als der Ziegel wert ist.',
          '#BESCHREIBUNG',
          'Der Mischer 3 gibt so viel Ton zu, dass die Masse bei jeder Feuchte zwischen 5 % und 20 % formbar bleibt.',
        ],
      },
      en: {
        title: 'Apparatus for forming bricks from excavated soil',
        abstract:
          'An apparatus forms bricks (1) from the soil of a building site. A sieve (2) removes stones, a mixer (3) adds clay, and a mould (4) presses the brick.',
        claims: [
          'Apparatus for forming bricks from excavated soil, having a sieve, a mixer and a mould, characterized in that the mixer adds clay in an amount that depends on the moisture of the soil.',
          'Apparatus according to claim 1, wherein the moisture is measured at the sieve.',
          'Apparatus according to claim 1 or 2, wherein the mould is heated.',
        ],
      },
      fr: {
        title: 'Dispositif de formage de briques à partir de déblais',
        abstract: "Un dispositif forme des briques (1) à partir des déblais d'un chantier.",
        claims: [
          'Dispositif de formage de briques ayant un tamis, un mélangeur et un moule, caractérisé en ce que le mélangeur ajoute de l’argile selon l’humidité des déblais.',
        ],
      },
    },
    members: [
      { pub: 'DE 102018205001 A1 20191010', ap: 'DE 102018205001 A 20180404', langs: ['de'], pages: 9 },
      {
        pub: 'EP 3549733 A1 20191009',
        ap: 'EP 19166702 A 20190402',
        langs: ['de', 'en', 'fr'],
        pages: 12,
        cited: [
          'X 1 < EP 1012211 A1 20000628 BAKSTEEN MACHINES BV [NL]',
          'Y 2 < EP 1012211 A1 20000628 BAKSTEEN MACHINES BV [NL]',
          'A 3 < "SCHMIDT, \'Lehm und Ton\', 2009, Seiten 12-19"',
        ],
        events: [
          '20191009 17P + REQUEST FOR EXAMINATION FILED @20190402',
          '20210922 GRAA + (EXPECTED) GRANT',
          '20221031 PGFP + ANNUAL FEE PAID TO NATIONAL OFFICE @20221019 =DE',
        ],
      },
      { pub: 'EP 3549733 B1 20211201', ap: 'EP 19166702 A 20190402', langs: ['de', 'en', 'fr'], pages: 13 },
      // A corrected grant: one number with three kinds.
      {
        pub: 'EP 3549733 B8 20220216',
        ap: 'EP 19166702 A 20190402',
        langs: ['de', 'en', 'fr'],
        without: ['abstract', 'text'],
        pages: 2,
      },
    ],
  },
  {
    id: '81000031',
    applicants: ['Baksteen Machines B.V.|NL'],
    inventors: ['DE VRIES, Willem|NL'],
    ipc: ['B28B5/02'],
    cpc: ['B28B5/02 I EP'],
    priorities: ['NL 1010999 A 19981222'],
    figures: ['a conveyor of moulds'],
    texts: {
      en: {
        title: 'Conveyor of moulds for green bricks',
        abstract:
          'A conveyor carries moulds for green bricks past a press. The moulds tilt on the conveyor to release the brick. <IMAGE>',
        claims: [
          'Conveyor of moulds for green bricks, wherein the moulds tilt to release the brick.',
          'Conveyor as claimed in claim 1, wherein a cam tilts the moulds.',
        ],
        description: [
          'The invention relates to a conveyor of moulds for green bricks.',
          'Green bricks stick to the mould. A mould that tilts lets them go.',
        ],
      },
    },
    members: [{ pub: 'EP 1012211 A1 20000628', ap: 'EP 99204444 A 19991221', pages: 6 }],
  },
  {
    id: '81000032',
    applicants: ['Timberline Structures Inc|CA'],
    inventors: ['TREMBLAY, Luc|CA'],
    ipc: ['E04B1/26'],
    cpc: ['E04B1/2604 I EP US', 'E04B2001/2644 A EP'],
    priorities: ['US 202263301122 P 20220120'],
    figures: ['a node that joins three beams', 'the node taken apart'],
    texts: {
      en: {
        title: 'NODE FOR JOINING TIMBER BEAMS',
        abstract:
          'A node joins timber beams with a wedge that tightens as the wood dries. No screw passes through the end grain.',
        claims: [
          'A node for joining timber beams, comprising a plate and a wedge, wherein the wedge rests on a spring and tightens as the beams dry.',
          'The node of claim 1, wherein the plate has a tongue for each of the beams.',
        ],
        description: [
          '[This application claims the benefit of a provisional application.]',
          'Timber shrinks. Screws work loose.',
          'The wedge of the node follows the wood.',
        ],
      },
      fr: {
        title: "NŒUD D'ASSEMBLAGE POUR POUTRES EN BOIS",
        abstract: "Un nœud assemble des poutres en bois au moyen d'un coin qui se resserre lorsque le bois sèche.",
      },
    },
    members: [
      { pub: 'WO 2023137555 A1 20230727', ap: 'CA 2023050077 W 20230120', langs: ['en', 'fr'], pages: 8 },
      { pub: 'CA 3243901 A1 20230727', ap: 'CA 3243901 A 20230120', langs: ['fr', 'en'], pages: 8 },
      { pub: 'US 2025101730 A1 20250327', ap: 'US 202318730001 A 20230120', langs: ['en'], pages: 8 },
    ],
  },
  {
    id: '81000033',
    applicants: ['Freytag Fassaden AG|CH'],
    inventors: ['FREYTAG, Regula|CH'],
    ipc: ['E06B9/24'],
    cpc: ['E06B9/24 I EP'],
    priorities: ['CH 4712022 A 20220425'],
    figures: ['a facade with shades'],
    texts: {
      de: {
        title: 'Beschattung, die der Wind nicht mitnimmt',
        abstract:
          'Eine Beschattung wird an ihrem Saum von Magneten gehalten und rollt sich ein, bevor der Wind sie löst.',
        claims: ['Beschattung mit einem Saum, den Magnete an der Fassade halten.'],
        description: ['Die Erfindung betrifft eine Beschattung von Fassaden.'],
      },
    },
    members: [
      { pub: 'EP 4269744 A1 20231101', ap: 'EP 23169011 A 20230420', langs: ['de'], without: ['title'], pages: 7 },
    ],
  },
];
