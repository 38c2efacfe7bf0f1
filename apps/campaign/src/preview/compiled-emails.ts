import { type EmailTexts, type Footer, emailTexts } from '@carillon/content';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { StoredCampaign } from '../campaigns/campaign-document';

/** Bytes, about. Most emails take some 100 KB; one of nothing but placeholders takes more than this and is not kept. */
const REMEMBERED = 16 * 1024 * 1024;
const PART_BYTES = 400;

/** Emails that were compiled for previews, which takes up to a second: who looks at one does so for several people. */
@Injectable()
export class CompiledEmails {
  private readonly emails = new LRUCache<string, EmailTexts>({
    maxSize: REMEMBERED,
    sizeCalculation: ({ text, html }) => bytesOf(text) + bytesOf(html),
  });

  /** Null: the campaign has no email. */
  of({ campaign, rev }: StoredCampaign, footer: Footer): EmailTexts | null {
    const { id, name: subject, bodies } = campaign;
    if (bodies.EMAIL === null) return null;
    const key = JSON.stringify([id, rev, footer]);
    const known = this.emails.get(key);
    if (known) return known;
    const compiled = emailTexts({ subject, emailBody: bodies.EMAIL }, footer);
    this.emails.set(key, compiled);
    return compiled;
  }
}

function bytesOf(parts: EmailTexts['text']): number {
  return parts.reduce((sum, part) => sum + PART_BYTES + (typeof part === 'string' ? 2 * part.length : 0), 0);
}
