/** A field whose last write is known to have happened, or several of which one did. */
export class Written {
  /** What may stand in the database now. */
  #possible: Set<string>;

  constructor(value: string) {
    this.#possible = new Set([value]);
  }

  /** Sent, with no answer: it may have happened. */
  attempted(value: string): void {
    this.#possible.add(value);
  }

  /** Answered with success: it has happened, and nothing older can stand. */
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

/** Events that were sent: those that were answered must count, those without an answer may. */
interface Counted {
  acknowledged: number;
  attempted: number;
}

interface KeptMedia {
  id: string;
  musician: number;
  /** Of the bytes that were sent. */
  sha256: string;
  /** Null until somebody edited it: before that, the file's own tags decide. */
  title: Written | null;
  published: boolean;
  shares: Counted;
}

/** Everything that the product said yes to, while it was being killed. */
export interface Acknowledged {
  media: KeptMedia[];
  /** Uploads that were sent, with an answer or without. */
  uploadsSent: number;
  /** Accounts that were made: e-mail addresses. */
  accounts: string[];
  /** Answers that no fault explains: the method and path, the status and the text. */
  wrong: string[];
  /** Calls by how they ended. */
  calls: { answered: number; unanswered: number };
}

export const nothingYet = (): Acknowledged => ({
  media: [],
  uploadsSent: 0,
  accounts: [],
  wrong: [],
  calls: { answered: 0, unanswered: 0 },
});
