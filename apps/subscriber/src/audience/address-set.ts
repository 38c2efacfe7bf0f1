import { hash } from 'node:crypto';
import type { AudienceMember } from '@carillon/contracts';
import { keyOf } from '../identity';

/** The share of the slots that are used before their number is doubled. */
const LOAD = 0.6;
/** Each slot has the two halves of a hash. */
const HALVES = 2;

/**
 * Addresses of an audience, each as 64 bits of its hash: 32 bytes for an address at most, so a million take 32 MB. That
 * two of ten million addresses have the same bits has a probability of 1 to 370,000.
 */
export class AddressSet {
  private slots = new Uint32Array(HALVES * 1_024);
  private used = 0;

  get size(): number {
    return this.used;
  }

  /** Returns whether the address is new. */
  add(address: string): boolean {
    const bytes = hash('sha1', address, 'buffer');
    // Empty slots are zeros.
    const [low, high] = [bytes.readUInt32LE(0) || 1, bytes.readUInt32LE(4)];
    if (!this.put(low, high)) return false;
    this.used += 1;
    if (this.used > (this.slots.length / HALVES) * LOAD) this.grow();
    return true;
  }

  /** Returns whether neither the address nor, if each person gets one message, the person has occurred. */
  addRecipient(member: Pick<AudienceMember, 'channel' | 'address' | 'personNumbers'>): boolean {
    const people = member.personNumbers?.map((number) => `person ${number}`) ?? [];
    return [keyOf(member), ...people].map((key) => this.add(key)).every((isFirst) => isFirst);
  }

  private put(low: number, high: number): boolean {
    const { slots } = this;
    const last = slots.length / HALVES - 1;
    for (let slot = high & last; ; slot = (slot + 1) & last) {
      const at = slot * HALVES;
      if (slots[at] === 0) {
        slots[at] = low;
        slots[at + 1] = high;
        return true;
      }
      if (slots[at] === low && slots[at + 1] === high) return false;
    }
  }

  private grow(): void {
    const { slots: previous } = this;
    this.slots = new Uint32Array(previous.length * 2);
    for (let at = 0; at < previous.length; at += HALVES) {
      const low = previous[at] ?? 0;
      if (low !== 0) this.put(low, previous[at + 1] ?? 0);
    }
  }
}
