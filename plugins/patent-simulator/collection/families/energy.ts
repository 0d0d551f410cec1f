import type { FamilySeed } from '../seed.ts';

export const energy: readonly FamilySeed[] = [
  {
    id: '81000001',
    extended: '81000001',
    applicants: ['Nordhavn Hydrogen A/S|DK'],
    inventors: ['LINDQVIST, Maja|SE', 'HOLM, Anders|DK'],
    ipc: ['F17C1/06', 'F17C13/00'],
    cpc: ['F17C1/06 I EP US', 'F17C13/002 I EP', 'F17C2221/012 A EP US', 'Y02E60/32 A EP'],
    priorities: ['DK 202170288 A 20210609'],
    figures: ['a section through the tank', 'the boss at its end', 'the winding pattern of the outer shell'],
    texts: {
      en: {
        title: 'Hydrogen tank with a liner that reports its own leakage',
        abstract:
          'A hydrogen tank (1) has a polymer liner (2), an outer shell (3) wound from carbon fibre, and between both a conductive layer (4) whose resistance changes where hydrogen permeates. A circuit (5) at the boss (6) measures the layer and reports a leak before it reaches the outer shell.',
        claims: [
          'Hydrogen tank comprising a polymer liner and an outer shell of wound fibre, characterized in that a conductive layer lies between the liner and the outer shell, the resistance of which changes under hydrogen, and in that a circuit is connected to the layer and adapted to report the change.',
          'Hydrogen tank according to claim 1, wherein the conductive layer is divided into fields that are measured one after the other.',
          'Hydrogen tank according to claim 1 or 2, wherein the circuit is arranged in a boss at an end of the tank.',
          'Hydrogen tank according to any of the preceding claims, wherein the conductive layer contains palladium.',
          'Method of watching a hydrogen tank according to any of claims 1 to 4, in which the resistance of the layer is measured at rest and during filling, and a leak is reported when both differ by more than a threshold.',
          'Vehicle having a hydrogen tank according to any of claims 1 to 4.',
        ],
        description: [
          '#TECHNICAL FIELD',
          'The invention relates to tanks for gaseous hydrogen at pressures up to 700 bar, as vehicles carry them.',
          '#BACKGROUND',
          'Tanks with a polymer liner are light, but hydrogen passes slowly through every polymer. A detector outside the tank notices a leak only when gas has already left the outer shell.',
          'DE 10 2018 001 111 A1 proposes to weigh the tank. The weight of what permeates is however smaller than the error of any scale that fits in a vehicle.',
          '#SUMMARY',
          'It is an object to learn of a leak while the outer shell still holds. The tank of claim 1 does so: hydrogen that passes the liner meets the conductive layer first, & its resistance rises by 3 % < t < 9 % within a minute.',
          'Fields make it possible to say where the liner leaks, so that a tank need not be replaced for a leak at its boss.',
        ],
      },
      de: {
        title: 'Wasserstofftank mit einer Innenhülle, die ihre Undichtigkeit selbst meldet',
        abstract:
          'Ein Wasserstofftank (1) hat eine Innenhülle (2) aus Kunststoff, eine gewickelte Außenhülle (3) aus Kohlenstofffasern und zwischen beiden eine leitfähige Schicht (4), deren Widerstand sich dort ändert, wo Wasserstoff hindurchtritt.',
        claims: [
          'Wasserstofftank mit einer Innenhülle aus Kunststoff und einer Außenhülle aus gewickelten Fasern, dadurch gekennzeichnet, dass zwischen der Innenhülle und der Außenhülle eine leitfähige Schicht liegt, deren Widerstand sich unter Wasserstoff ändert, und dass eine Schaltung die Änderung meldet.',
          'Wasserstofftank nach Anspruch 1, wobei die leitfähige Schicht in Felder geteilt ist, die nacheinander gemessen werden.',
          'Wasserstofftank nach Anspruch 1 oder 2, wobei die Schaltung in einem Anschlussstück am Ende des Tanks angeordnet ist.',
          'Wasserstofftank nach einem der vorhergehenden Ansprüche, wobei die leitfähige Schicht Palladium enthält.',
        ],
      },
      fr: {
        title: "Réservoir d'hydrogène à enveloppe intérieure signalant sa propre fuite",
        abstract:
          "Un réservoir d'hydrogène (1) comporte une enveloppe intérieure (2) en polymère, une enveloppe extérieure (3) bobinée et, entre les deux, une couche conductrice (4) dont la résistance change là où l'hydrogène passe.",
        claims: [
          "Réservoir d'hydrogène comprenant une enveloppe intérieure en polymère et une enveloppe extérieure bobinée, caractérisé en ce qu'une couche conductrice se trouve entre les deux enveloppes et en ce qu'un circuit signale le changement de sa résistance.",
          'Réservoir selon la revendication 1, dans lequel la couche conductrice est divisée en champs.',
          "Réservoir selon la revendication 1 ou 2, dans lequel le circuit est disposé dans un embout à l'extrémité du réservoir.",
          'Réservoir selon l’une des revendications précédentes, dans lequel la couche conductrice contient du palladium.',
        ],
      },
    },
    members: [
      {
        pub: 'WO 2022258701 A1 20221215',
        ap: 'DK 2022050118 W 20220607',
        langs: ['en', 'fr'],
        pages: 11,
        cited: [
          'X 1-3 < DE 102018001111 A1 20190815 HARZ BEHAELTERBAU GMBH [DE]',
          'Y 4 < US 2019277447 A1 20190912 BRIGHTWELL TANK CORP [US]',
          'A 5,6 < "MARTENS K.: \'Permeation through polymer liners\', Journal of Pressure Vessels, vol. 12, 2018, pages 44-51"',
        ],
        events: [
          '20230125 121 + EP: THE EPO HAS BEEN INFORMED BY WIPO THAT EP WAS DESIGNATED IN THIS APPLICATION',
          '20231209 NENP - NON-ENTRY INTO THE NATIONAL PHASE =JP',
        ],
      },
      {
        pub: 'EP 4352417 A1 20240417',
        ap: 'EP 22733014 A 20220607',
        langs: ['en', 'de', 'fr'],
        pages: 1,
        cited: ['A 1 < EP 3990411 A1 20220504 HARZ BEHAELTERBAU GMBH [DE]'],
        events: [
          '20240417 17P + REQUEST FOR EXAMINATION FILED @20240109',
          '20240417 AK + DESIGNATED CONTRACTING STATES',
          '20250611 GRAA + (EXPECTED) GRANT',
          '20250813 REG   REFERENCE TO A NATIONAL CODE @20250813 =DE',
          '20260331 PG25 - LAPSED IN A CONTRACTING STATE @20250813 =FI',
        ],
      },
      { pub: 'EP 4352417 B1 20250813', ap: 'EP 22733014 A 20220607', langs: ['en', 'de', 'fr'], pages: 12 },
      {
        pub: 'US 2024271745 A1 20240815',
        ap: 'US 202218568102 A 20220607',
        pages: 10,
        cited: ['A - < US 2019277447 A1 20190912 BRIGHTWELL TANK CORP [US]'],
        events: ['20240305 AS   ASSIGNMENT @20240228'],
      },
      { pub: 'DK 202170288 A1 20221216', ap: 'DK 202170288 A 20210609', langs: ['en'], without: ['text'], pages: 9 },
      { pub: 'CN 117480341 A 20240130', ap: 'CN 202280041003 A 20220607', langs: ['en'], pages: 13 },
    ],
  },
  {
    id: '81000002',
    extended: '81000001',
    applicants: ['Nordhavn Hydrogen A/S|DK', 'Universität Brockenstedt|DE'],
    inventors: ['LINDQVIST, Maja|SE'],
    ipc: ['F17C5/06', 'G01M3/40'],
    cpc: ['F17C5/06 I EP', 'G01M3/40 I EP US', 'Y02E60/32 A EP'],
    priorities: ['DK 202170288 A 20210609', 'DE 102022004210 A 20220912'],
    figures: ['a filling station with three tanks', 'the course of pressure while filling'],
    texts: {
      en: {
        title: 'Filling several hydrogen tanks while their liners are watched',
        abstract:
          'A filling station fills several hydrogen tanks (1) in turn. The tank whose layer (4) reports the least leakage is filled first, and filling stops when the rate of any tank passes a threshold.',
        claims: [
          'Method of filling hydrogen tanks, in which a rate of leakage of each tank is read and the tanks are filled in the order of this rate.',
          'Method according to claim 1, in which filling stops when the rate of leakage of a tank passes a threshold.',
          'Filling station adapted to carry out the method according to claim 1 or 2.',
        ],
        description: [
          'The invention relates to the filling of several tanks from one compressor.',
          'Tanks age at different speeds. It is an object to give each the load that it still bears.',
          'Preferably, the rate is read before filling, when the tank is cold.',
        ],
      },
      de: {
        title: 'Befüllen mehrerer Wasserstofftanks unter Beobachtung ihrer Innenhüllen',
        abstract:
          'Eine Tankstelle füllt mehrere Wasserstofftanks (1) nacheinander. Der dichteste Tank wird zuerst gefüllt, und das Füllen endet, wenn die Leckrate eines Tanks eine Schwelle überschreitet.',
        claims: [
          'Verfahren zum Befüllen von Wasserstofftanks, bei dem eine Leckrate jedes Tanks gelesen wird und die Tanks in der Reihenfolge dieser Rate gefüllt werden.',
          'Verfahren nach Anspruch 1, bei dem das Füllen endet, wenn die Leckrate eine Schwelle überschreitet.',
        ],
      },
    },
    members: [
      {
        pub: 'DE 102022004210 A1 20240314',
        ap: 'DE 102022004210 A 20220912',
        langs: ['de'],
        pages: 8,
        events: [
          '20240314 R163   IDENTIFIED PUBLICATIONS NOTIFIED',
          '20251002 R016   RESPONSE TO EXAMINATION COMMUNICATION',
        ],
        cited: ['- - < DE 102018001111 A1 20190815 HARZ BEHAELTERBAU GMBH [DE]'],
      },
      { pub: 'WO 2024056442 A1 20240321', ap: 'EP 2023074101 W 20230901', langs: ['de', 'en'], pages: 9 },
      {
        pub: 'EP 4586202 A1 20250716',
        ap: 'EP 23764900 A 20230901',
        langs: ['de', 'en'],
        pages: 1,
        without: ['abstract'],
        events: ['20250716 17P + REQUEST FOR EXAMINATION FILED @20250310'],
      },
    ],
  },
  {
    id: '81000003',
    applicants: ['Brightwell Tank Corp.|US'],
    inventors: ['OKAFOR, Daniel|US', 'REYES, Ana|US'],
    ipc: ['F17C13/04'],
    cpc: ['F17C13/04 I EP US', 'F17C2205/0326 A EP'],
    priorities: ['US 201815917003 A 20180312'],
    figures: ['the valve in its open position', 'the valve in its closed position'],
    texts: {
      en: {
        title: 'VALVE FOR A COMPOSITE PRESSURE TANK',
        abstract:
          'A valve for a composite pressure tank closes by the flow itself when a line breaks. A ball rests beside the flow and is drawn into the seat above a set rate.',
      },
    },
    members: [
      { pub: 'US 2019277447 A1 20190912', ap: 'US 201815917003 A 20180312', pages: 7 },
      {
        pub: 'US 10877012 B2 20201229',
        ap: 'US 201815917003 A 20180312',
        pages: 8,
        events: ['20240522 MAFP + MAINTENANCE FEE PAYMENT'],
      },
    ],
  },
  {
    id: '81000004',
    applicants: ['Solfeld Energie GmbH|DE'],
    inventors: ['BRANDT, Ute|DE'],
    ipc: ['H02S40/10', 'B08B1/00'],
    cpc: ['H02S40/10 I EP', 'B08B1/32 I EP', 'Y02E10/50 A EP'],
    priorities: ['DE 202021103355 U 20210622'],
    figures: ['a row of panels with the cleaning carriage'],
    texts: {
      de: {
        title: 'Reinigungswagen für Reihen von Solarmodulen',
        abstract: '',
      },
      en: {
        title: 'Cleaning carriage for rows of solar panels',
        abstract:
          'A cleaning carriage runs on the frames of a row of solar panels and wipes them without water by a brush that is charged by friction. A second carriage carries it from row to row.',
      },
    },
    members: [
      // Utility models have neither abstract nor text.
      { pub: 'DE 202021103355 U1 20210916', ap: 'DE 202021103355 U 20210622', langs: ['de'], pages: 6 },
      {
        pub: 'CN 218340210 U 20230120',
        ap: 'CN 202221590011 U 20220622',
        langs: ['en'],
        without: ['parties'],
        pages: 7,
      },
    ],
  },
];
