import type { Db } from './connection.ts';
import { readingQueue } from './reading.ts';

/**
 * Combines lookups that answers of one kind make at the same time into one statement, because many visitors open the
 * same page at the same time.
 * @param kindOf the kind of a question; questions of one kind can be combined
 * @param ask answers questions of one kind, in their order; its failure is a failure for all of them
 */
export function batched<Question, Answer>(
  kindOf: (question: Question) => string,
  ask: (db: Db, questions: readonly Question[]) => Promise<readonly Answer[]>,
): (db: Db, question: Question) => Promise<Answer> {
  const waiting = new WeakMap<Db, Map<string, { questions: Question[]; answers: Promise<readonly Answer[]> }>>();
  return async (db, question) => {
    const kinds = waiting.get(db) ?? new Map();
    waiting.set(db, kinds);
    const kind = `${readingQueue()} ${kindOf(question)}`;
    let batch = kinds.get(kind);
    if (batch === undefined) {
      const questions: Question[] = [];
      const answers = afterThisTurn().then(() => {
        kinds.delete(kind);
        return ask(db, questions);
      });
      batch = { questions, answers };
      kinds.set(kind, batch);
    }
    const index = batch.questions.push(question) - 1;
    return (await batch.answers)[index] as Answer;
  };
}

/** Resolves when all code that is ready to run has run. */
const afterThisTurn = (): Promise<void> => new Promise((done) => process.nextTick(done));
