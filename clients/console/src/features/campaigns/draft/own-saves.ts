import { setIfRoom } from './storage';

interface Save {
  _id: string;
  updatedAt: string;
}

const KEY = 'carillon.saves';
/** The number of saves that are remembered. */
const LIMIT = 50;

/** The latest saves of this browser, in all its tabs. */
export class OwnSaves {
  readonly #storage: Storage;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  add({ _id, updatedAt }: Save): void {
    const others = this.#read().filter((each) => each._id !== _id);
    setIfRoom(this.#storage, KEY, JSON.stringify([{ _id, updatedAt }, ...others].slice(0, LIMIT)));
  }

  /** Whether this browser saved this version, in this or another tab. */
  has({ _id, updatedAt }: Save): boolean {
    return this.#read().some((each) => each._id === _id && each.updatedAt === updatedAt);
  }

  #read(): Save[] {
    return JSON.parse(this.#storage.getItem(KEY) ?? '[]') as Save[];
  }
}
