/** A field whose current value is known, or is one of several if some writes got no response. */
export class Written {
  /** The values that the database may have now. */
  #possible: Set<string>;

  constructor(value: string) {
    this.#possible = new Set([value]);
  }

  /** Sent without a response, so it may have been written. */
  attempted(value: string): void {
    this.#possible.add(value);
  }

  /** Acknowledged, so it has been written, and no older value is possible. */
  acknowledged(value: string): void {
    this.#possible = new Set([value]);
  }

  allows(value: string): boolean {
    return this.#possible.has(value);
  }

  toString(): string {
    return [...this.#possible].join(' or ');
  }
}

/** Events that were sent: acknowledged ones must count, those without a response may count. */
interface Counted {
  acknowledged: number;
  attempted: number;
}

interface KeptMedia {
  id: string;
  musician: number;
  /** Of the uploaded bytes. */
  sha256: string;
  /** Null until the first edit, because the file's own tags decide before that. */
  title: Written | null;
  published: boolean;
  shares: Counted;
}

/** Everything that the product acknowledged while it was being killed. */
export interface Acknowledged {
  media: KeptMedia[];
  /** Uploads that were sent, with or without a response. */
  uploadsSent: number;
  /** Email addresses of the accounts that were created. */
  accounts: string[];
  /** Responses that no fault explains: the method and path, the status and the text. */
  wrong: string[];
  /** Number of calls with and without a response. */
  calls: { answered: number; unanswered: number };
}

export const noneAcknowledged = (): Acknowledged => ({
  media: [],
  uploadsSent: 0,
  accounts: [],
  wrong: [],
  calls: { answered: 0, unanswered: 0 },
});
