import { hash } from 'node:crypto';
import { TooComplex } from '@carillon/content';
import { AppError, type CampaignContent, type CompiledEmail } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CompileThreads } from './compile-threads';
import type { WrittenEmail } from './jobs';

/** The size of the cache in bytes, approximately: some hundred typical emails. */
const REMEMBERED = 16 * 1024 * 1024;
const PART_BYTES = 300;

/** Compiles emails and caches them, because an email is created, previewed, and published within minutes. */
@Injectable()
export class CompiledEmails {
  private readonly cache = new LRUCache<string, CompiledEmail>({
    maxSize: REMEMBERED,
    sizeCalculation: ({ html, text }) => bytesOf(html) + bytesOf(text),
  });
  private readonly underWay = new Map<string, Promise<CompiledEmail>>();

  constructor(private readonly threads: CompileThreads) {}

  /**
   * Returns null for no email. @throws AppError validation_failed with `too_complex` for emailMessage if its HTML takes
   * too many resources to parse or to fill in; timeout if the caller has left before its turn
   */
  async of(userId: string, { bodies, preheader }: CampaignContent): Promise<CompiledEmail | null> {
    const html = bodies.EMAIL;
    if (html === null) return null;
    const email: WrittenEmail = { html, preheader };
    // Cached per user, so that response times reveal nothing about other users' emails.
    const key = hash('sha256', JSON.stringify([userId, preheader, html]), 'base64');
    const cached = this.cache.get(key);
    if (cached) return cached;
    const compiling = this.underWay.get(key) ?? this.compile(key, userId, email);
    try {
      return await compiling;
    } catch (error) {
      throw error instanceof TooComplex ? refusal(error) : error;
    }
  }

  private async compile(key: string, userId: string, email: WrittenEmail): Promise<CompiledEmail> {
    const compiling = this.threads.compile(userId, email);
    this.underWay.set(key, compiling);
    try {
      const compiled = await compiling;
      this.cache.set(key, compiled);
      return compiled;
    } finally {
      this.underWay.delete(key);
    }
  }
}

function refusal({ message: detail }: TooComplex): AppError {
  return new AppError('validation_failed', undefined, [
    { field: 'emailMessage', code: 'too_complex', detail },
  ]);
}

function bytesOf(parts: CompiledEmail['html'] | CompiledEmail['text']): number {
  return parts.reduce((sum, part) => sum + PART_BYTES + (typeof part === 'string' ? 2 * part.length : 0), 0);
}
