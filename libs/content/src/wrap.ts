/** The structural beginning of a line: quotation marks, a list marker, and indentation. */
const beginning = /^(?:> ?| )*(?:(?:\*|\d+\.|[a-z]+\.) )?/i;

/**
 * Breaks lines between words, so that none has more than `width` characters unless it is one word. Further lines of a
 * quotation or a list item have the same indentation as its first line. Time is linear.
 */
export function wrapped(text: string, width: number): string {
  return text
    .split('\n')
    .map((line) => (line.length <= width ? line : wrappedLine(line, width)))
    .join('\n');
}

function wrappedLine(line: string, width: number): string {
  const first = beginning.exec(line)?.[0] ?? '';
  const indent = first.replace(/[^> ]/g, ' ');
  const lines: string[] = [];
  let begun = first;
  let isEmpty = true;
  for (const word of line.slice(first.length).split(' ')) {
    if (!isEmpty && begun.length + 1 + word.length > width) {
      lines.push(begun.trimEnd());
      [begun, isEmpty] = [indent, true];
    }
    begun += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, begun].join('\n');
}
