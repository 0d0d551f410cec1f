import type { FamilySeed } from '../seed.ts';

export const machines: readonly FamilySeed[] = [
  {
    id: '81000040',
    applicants: ['Meridian Robotics Corporation|US'],
    inventors: ['CHO, Min-jung|KR', "O'BRIEN, Sean|IE"],
    ipc: ['B25J15/06', 'B25J19/02'],
    cpc: ['B25J15/0616 I EP US', 'B25J19/02 I US'],
    priorities: ['US 202217812345 A 20220713'],
    figures: ['a gripper over a tray', 'the cup in section', 'the course of pressure'],
    texts: {
      en: {
        title: 'Gripper with machine learning of suction',
        abstract:
          'A gripper learns, by machine learning, from the course of pressure in its cups how each kind of part must be held. A cup that is about to lose its part is pressed harder.',
        claims: [
          'A gripper comprising a cup, a pressure sensor, and a controller that is trained to tell from a course of pressure that a part will be lost.',
          'The gripper of claim 1, wherein the controller presses the cup harder.',
          'A robot comprising the gripper of claim 1.',
        ],
        description: [
          'Grippers lose parts.',
          'A course of pressure tells it in advance: it falls by more than 2 kPa within 30 ms.',
        ],
      },
    },
    members: [
      {
        pub: 'US 2024017421 A1 20240118',
        ap: 'US 202217812345 A 20220713',
        pages: 14,
        cited: [
          '- - < "KIM et al., Learning to hold, Proceedings of a Conference on Robots, 2021"',
          '- - < "KIM et al., Learning to hold, Proceedings of a Conference on Robots, 2021, figures 3-5"',
        ],
      },
      {
        pub: 'US 12233544 B2 20250225',
        ap: 'US 202217812345 A 20220713',
        pages: 15,
        events: ['20250205 STCF + INFORMATION ON STATUS: PATENT GRANT'],
      },
      { pub: 'WO 2024015901 A1 20240118', ap: 'US 2023070101 W 20230713', langs: ['en'], pages: 15 },
      {
        pub: 'EP 4554755 A1 20250521',
        ap: 'EP 23751001 A 20230713',
        langs: ['en'],
        without: ['images'],
        packing: 'packed',
      },
    ],
  },
  {
    id: '81000041',
    applicants: ['Sakuragi Kogyo KK|JP'],
    inventors: ['SATO HANAKO|JP'],
    ipc: ['B23Q11/10'],
    cpc: ['B23Q11/1038 I EP US', 'Y02P70/10 A EP'],
    priorities: ['JP 2021155443 A 20210924'],
    figures: ['a lathe with a nozzle'],
    texts: {
      en: {
        title: 'Lathe with a cooling nozzle that follows the chip',
        abstract:
          'A cooling nozzle of a lathe follows the chip by the picture of a camera and needs a third of the usual fluid.',
        claims: [
          'Lathe with a cooling nozzle and a camera, wherein the nozzle is turned towards the chip in the picture of the camera.',
          'Lathe according to claim 1, wherein the nozzle has two axes.',
        ],
        description: [
          'The invention relates to cooling in lathes.',
          'A fixed nozzle cools where the chip no longer is.',
        ],
      },
      ol: {
        title: '切りくずに追従する冷却ノズルを備えた旋盤',
        abstract: '旋盤の冷却ノズルがカメラの画像により切りくずに追従する。',
      },
    },
    members: [
      { pub: 'JP 2023046701 A 20230405', ap: 'JP 2021155443 A 20210924', langs: ['ol', 'en'], pages: 10 },
      { pub: 'JP 7655001 B2 20250402', ap: 'JP 2021155443 A 20210924', langs: ['ol'], pages: 11 },
      { pub: 'EP 4155027 A1 20230329', ap: 'EP 22195001 A 20220912', langs: ['en'], pages: 9 },
    ],
  },
  {
    id: '81000042',
    applicants: ['Fraser Instruments Ltd|GB'],
    inventors: ['FRASER, Iain|GB'],
    ipc: ['G01B11/00'],
    cpc: ['G01B11/00 I GB'],
    priorities: ['GB 202203344 A 20220310'],
    figures: ['a gauge'],
    texts: {
      en: {
        title: 'Gauge for the wear of wind turbine blades',
        abstract: 'A gauge travels along the edge of a wind turbine blade and measures its wear by light.',
        claims: ['Gauge for the wear of a wind turbine blade, comprising a carriage and a source of light.'],
        description: ['The invention relates to the care of wind turbine blades.'],
      },
    },
    members: [{ pub: 'GB 2616551 A 20230920', ap: 'GB 202203344 A 20220310', pages: 5, without: ['abstract'] }],
  },
];
