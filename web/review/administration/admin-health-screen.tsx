import type { Reply } from '@scoville/contract/platform/http/endpoint.ts';
import type { HealthFinding, HealthLevel, HealthQueue, HealthWorker, health } from '@scoville/contract/frame/health.ts';
import { JOBS_PATH } from '@scoville/contract/platform/http/addresses.ts';
import { useQuery } from '@tanstack/react-query';
import { momentText, numberText } from '../../platform/lib/format.ts';
import { classNames } from '../../platform/ui/class-names.ts';
import { AdminFrame } from './admin-frame.tsx';
import { healthQuery } from './administration.calls.ts';
import { type Column, DataTable } from './data-table.tsx';
import { Loaded } from './loaded.tsx';

const NAMES: Record<string, string> = {
  database: 'Database',
  queue: 'Jobs',
  workers: 'Workers',
  storage: 'Storage',
  mail: 'Outbox',
  smtp: 'Mail server',
  payments: 'Payments',
  'sign-in': 'Sign-in providers',
  clock: 'Clock',
  node: 'Node',
  ffmpeg: 'ffmpeg',
};
const nameOf = (part: string) => NAMES[part] ?? part;

type Health = Reply<typeof health>;

/** The state of the installation at a glance, with advice on what to do. Refreshes automatically. */
export function AdminHealthScreen() {
  const health = useQuery(healthQuery);
  return (
    <AdminFrame title="Health" withNotices={false}>
      <Loaded query={health} what="health of this installation">
        {({ findings, checkedOn, workers, queues }) => (
          <>
            <Summary findings={[...findings, ...workers.flatMap((one) => one.findings)]} />
            <p className="-mt-3 text-caption text-muted">
              {health.isError
                ? 'Could not refresh just now. '
                : `As of ${momentText(checkedOn)}; refreshed every few seconds. `}
              <a href={JOBS_PATH} className="inline-flex min-h-10 items-center underline md:min-h-0">
                Open the jobs dashboard
              </a>
            </p>
            <Parts findings={findings} checkedOn={checkedOn} />
            <Workers workers={workers} />
            <Queues queues={queues} />
          </>
        )}
      </Loaded>
    </AdminFrame>
  );
}

const worst = (findings: readonly HealthFinding[]): HealthLevel =>
  findings.some(({ level }) => level === 'fail')
    ? 'fail'
    : findings.some(({ level }) => level === 'warn')
      ? 'warn'
      : 'ok';

const SUMMARIES: Record<HealthLevel, string> = {
  ok: 'Everything works.',
  warn: 'Everything works. Some things need your attention soon.',
  fail: 'Something does not work.',
};

function Summary({ findings }: { findings: readonly HealthFinding[] }) {
  const level = worst(findings);
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-3 gap-y-2 text-title" data-level={level}>
      <Mark level={level} />
      {SUMMARIES[level]}
    </p>
  );
}

const WORDS: Record<HealthLevel, string> = { ok: 'OK', warn: 'Attention', fail: 'Failed' };
const COLOURS: Record<HealthLevel, string> = { ok: 'bg-herb', warn: 'bg-amber', fail: 'bg-error' };

/** A level as a word, and as a colour for sighted users. */
function Mark({ level }: { level: HealthLevel }) {
  return (
    <span className="inline-flex items-center gap-2 text-caption font-[550] whitespace-nowrap">
      <span aria-hidden="true" className={classNames('size-2.5 rounded-full', COLOURS[level])} />
      {WORDS[level]}
    </span>
  );
}

/**
 * A card for each part, failing parts first. A part whose last check is older than the others' shows the time of that
 * check.
 */
function Parts({ findings, checkedOn }: Pick<Health, 'findings' | 'checkedOn'>) {
  const parts = [...new Set(findings.map(({ part }) => part))].map((part) => {
    const own = findings.filter((one) => one.part === part);
    return { part, own, level: worst(own), earlier: own.find((one) => one.checkedOn !== checkedOn)?.checkedOn };
  });
  const order = ['fail', 'warn', 'ok'];
  return (
    <ul className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
      {parts
        .toSorted((a, b) => order.indexOf(a.level) - order.indexOf(b.level))
        .map(({ part, own, level, earlier }) => (
          <li
            key={part}
            data-part={part}
            data-level={level}
            className="flex flex-col gap-2 rounded-cover border border-line bg-surface px-4 py-3"
          >
            <div className="flex items-center justify-between gap-3">
              <h2 className="min-w-0 text-title wrap-anywhere">{nameOf(part)}</h2>
              <Mark level={level} />
            </div>
            <Findings findings={own} />
            {earlier !== undefined && (
              <p className="text-caption text-muted">As of {momentText(earlier)}; checked every five minutes.</p>
            )}
          </li>
        ))}
    </ul>
  );
}

function Findings({ findings }: { findings: readonly HealthFinding[] }) {
  return (
    <ul className="flex flex-col gap-2">
      {findings.map(({ text, todo, level }) => (
        <li key={text} className="wrap-anywhere">
          <p className={level === 'ok' ? 'text-muted' : undefined}>{text}</p>
          {todo !== null && <p className="mt-1 font-[550]">{todo}</p>}
        </li>
      ))}
    </ul>
  );
}

function Workers({ workers }: { workers: readonly HealthWorker[] }) {
  if (workers.length === 0) return null;
  return (
    <section aria-labelledby="health-workers" className="flex flex-col gap-3">
      <h2 id="health-workers" className="text-title">
        Workers
      </h2>
      <ul className="grid gap-3 md:grid-cols-2">
        {workers.map(({ id, machine, startedOn, seenOn, silent, findings }) => (
          <li
            key={id}
            data-worker={machine}
            className="flex flex-col gap-2 rounded-cover border border-line bg-surface px-4 py-3"
          >
            <div className="flex items-center justify-between gap-3">
              <h3 className="font-[550] wrap-anywhere">{machine}</h3>
              <Mark level={silent ? 'fail' : worst(findings)} />
            </div>
            <p className="text-caption text-muted">
              {silent ? `Silent since ${momentText(seenOn)}` : `Running since ${momentText(startedOn)}`}
            </p>
            {findings.length === 0 ? (
              <p className="text-muted">Checking this machine.</p>
            ) : (
              <Findings findings={findings} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const QUEUE_COLUMNS: Column<HealthQueue & { id: string }>[] = [
  { name: 'Kind', render: ({ name }) => name },
  { name: 'Waiting', render: ({ waiting }) => numberText(waiting) },
  { name: 'Oldest', render: ({ oldestSeconds }) => (oldestSeconds === null ? '–' : spanText(oldestSeconds)) },
  { name: 'Running', render: ({ active }) => numberText(active) },
  { name: 'Failed (24 h)', render: ({ failed }) => numberText(failed) },
];

/** The kinds of jobs with waiting, active or failed jobs. */
function Queues({ queues }: { queues: readonly HealthQueue[] }) {
  const busy = queues.filter(({ waiting, active, failed }) => waiting + active + failed > 0);
  return (
    <section aria-labelledby="health-queues" className="flex flex-col gap-3">
      <h2 id="health-queues" className="text-title">
        Jobs
      </h2>
      {busy.length === 0 ? (
        <p className="text-muted">No job waits, and none failed in the last day.</p>
      ) : (
        <DataTable
          caption="Jobs by kind"
          columns={QUEUE_COLUMNS}
          rows={busy.map((queue) => ({ id: queue.name, ...queue }))}
          mark={({ name }) => ({ 'data-queue': name })}
        />
      )}
    </section>
  );
}

/** Formats seconds as a short duration: "40 s", "12 min", "3 h". */
const spanText = (seconds: number): string =>
  seconds < 90
    ? `${Math.round(seconds)} s`
    : seconds < 5400
      ? `${Math.round(seconds / 60)} min`
      : `${numberText(Math.round(seconds / 3600))} h`;
