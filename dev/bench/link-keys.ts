import { Folder, SecretsFile } from '@carillon/stack';
import { type KeyRing, parseKeyRing } from '@carillon/vault';

/** What signs links and return paths in the stack that runs. */
export function linkKeys(): KeyRing {
  const { secrets } = new Folder(process.env.CARILLON_FOLDER ?? '.carillon');
  return parseKeyRing(SecretsFile.open(secrets, {}).values.linkKeys);
}
