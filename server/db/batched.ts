import type { Db } from './connection.ts';
import { nameOfTurns } from './reading.ts';

/**
 * Makes one statement of equal questions that answers of one kind ask at the same time, as those of many visitors are.
 * @param kindOf questions of the same kind can be asked together
 * @param ask answers some of one kind, in their order; when it fails, it has failed for all of them
 */
export function batched<Question, Answer>(
  kindOf: (question: Question) => string,
  ask: (db: Db, questions: readonly Question[]) => Promise<readonly Answer[]>,
): (db: Db, question: Question) => Promise<Answer> {
  const waiting = new WeakMap<Db, Map<string, { questions: Question[]; answers: Promise<readonly Answer[]> }>>();
  return async (db, question) => {
    const kinds = waiting.get(db) ?? new Map();
    waiting.set(db, kinds);
    const kind = `${nameOfTurns()} ${kindOf(question)}`;
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

/** When everything has run that waits for nothing more. */
const afterThisTurn = (): Promise<void> => new Promise((done) => process.nextTick(done));
