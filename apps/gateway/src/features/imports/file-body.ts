import type { FileFormat } from '@carillon/contracts';
import { Type } from '@sinclair/typebox';
import type { Content } from '../../openapi/operation';
import { type UploadForm, isUtf8 } from '../../http/body';

export const CSV = 'text/csv';
/** https://github.com/ndjson/ndjson-spec */
export const NDJSON = 'application/x-ndjson';

const formats = new Map<string, FileFormat>([
  [CSV, 'csv'],
  [NDJSON, 'ndjson'],
]);

/** Files with data of people, in UTF-8. */
export const fileOfPeople: UploadForm = {
  refuse(contentType) {
    if (formatOf(contentType) === undefined) return `Send the file as ${CSV} or ${NDJSON}`;
    return isUtf8(contentType ?? '') ? null : 'Send the file in UTF-8';
  },
};

function formatOf(contentType: string | undefined): FileFormat | undefined {
  return formats.get((contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '');
}

/** The format of a checked file. */
export function validFormat(contentType: string | undefined): FileFormat {
  const format = formatOf(contentType);
  if (!format) throw new TypeError('The file was used before it was validated');
  return format;
}

/** The text schemas of the files, because OpenAPI 3.1 can't describe such formats. */
export const peopleContent: Content = {
  media: {
    [CSV]: Type.String({ examples: ['integration,identifier,name\nEMAIL,ann@example.com,Ann\n'] }),
    [NDJSON]: Type.String({
      examples: ['{"integration":"EMAIL","identifier":"ann@example.com","extraData":{"name":"Ann"}}\n'],
    }),
  },
};
