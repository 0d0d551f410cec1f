/** Who meets which rows: all of them are of the staff, and some of one person alone. */
import { tenantTable } from '@dossier/sdk';
import {
  AnswerEntity,
  CreditEntryEntity,
  CreditPeriodEntity,
  DocumentEntity,
  FlightEntity,
  NoteEntity,
  PageEntity,
  PatentEntity,
  PatentPartEntity,
  QuotaEntity,
  SavedEntity,
  SearchEntity,
  SeenEntity,
  WatchEntity,
  WatchHitEntity,
} from './entities.ts';

const audience = 'staff';

export const tables = [
  tenantTable(PatentEntity, { audience }),
  tenantTable(PatentPartEntity, { audience }),
  tenantTable(FlightEntity, { audience }),
  tenantTable(QuotaEntity, { audience }),
  tenantTable(CreditPeriodEntity, { audience }),
  // What processes that have died had reserved is looked for in all organizations at once.
  tenantTable(CreditEntryEntity, { audience, jobsMay: ['select'] }),
  tenantTable(AnswerEntity, { audience }),
  tenantTable(SearchEntity, { audience, person: 'userId' }),
  tenantTable(SeenEntity, { audience, person: 'userId' }),
  // So are saved searches whose time has come. They look by themselves, so that the system reads them, too.
  tenantTable(WatchEntity, { audience, jobsMay: ['select'] }),
  tenantTable(WatchHitEntity, { audience }),
  tenantTable(SavedEntity, { audience }),
  tenantTable(NoteEntity, { audience, person: 'authorId' }),
  tenantTable(DocumentEntity, { audience }),
  tenantTable(PageEntity, { audience }),
];
