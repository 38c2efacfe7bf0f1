import { type Feature, noteRelay } from '@carillon/mongo';
import { webhookEventRelay } from '@carillon/webhooks';
import { ImportRecord, ImportSchema } from './import-document';
import { ImportLeases } from './import-leases';
import { ImportMappingRecord, ImportMappingSchema, ImportMappings } from './import-mappings';
import { Imports } from './imports';
import { ImportsController } from './imports.controller';
import { ListColumns } from './list-columns';
import { ImportedOptOuts } from './opt-outs';
import { PersonLines } from './person-lines';
import { PieceRecord, PieceSchema, Pieces } from './pieces';
import { ReceiveFile, TidyUploads } from './receive-file';
import { ReadRejected, RejectionRecord, RejectionSchema, Rejections } from './rejections';
import { RemoveFiles } from './remove-files';
import { StoredFiles } from './stored-files';
import { Uploads } from './uploads';
import { WorkImports } from './work-imports';
import { WriteMembers } from './write-members';

export { ImportMappings } from './import-mappings';
export { PersonLines } from './person-lines';
export { RemoveFiles } from './remove-files';
export { Rejections } from './rejections';
export { StoredFiles } from './stored-files';

/** Files that add members to a group or remove them, and the columns of an export. */
export const imports: Feature = {
  collections: [
    { name: ImportRecord.name, schema: ImportSchema },
    { name: PieceRecord.name, schema: PieceSchema },
    { name: RejectionRecord.name, schema: RejectionSchema },
    { name: ImportMappingRecord.name, schema: ImportMappingSchema },
  ],
  controllers: [ImportsController],
  providers: [
    Imports,
    ImportMappings,
    Uploads,
    StoredFiles,
    ImportLeases,
    noteRelay(ImportRecord),
    webhookEventRelay(ImportRecord),
    Pieces,
    Rejections,
    WriteMembers,
    ImportedOptOuts,
    WorkImports,
    ReceiveFile,
    TidyUploads,
    ReadRejected,
    ListColumns,
    PersonLines,
    RemoveFiles,
  ],
};
