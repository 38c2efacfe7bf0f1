import { Folder, SecretsFile } from '@carillon/stack';
import { type KeyRing, parseKeyRing } from '@carillon/vault';

/** The keys that sign links and return paths in the running stack. */
export function linkKeys(): KeyRing {
  const { secrets } = new Folder(process.env.CARILLON_FOLDER ?? '.carillon');
  return parseKeyRing(SecretsFile.open(secrets, {}).values.linkKeys);
}
