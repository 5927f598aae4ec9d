import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { GenresField } from '../../platform/forms/genres-field.tsx';
import type { WordsHandle } from '../../platform/forms/words-field.tsx';
import { meQuery, useSettings } from '../../platform/lib/query.ts';
import { upgradeWord } from '../../accounts/plans/plan-text.ts';
import { buttonClass } from '../../platform/ui/button.tsx';
import { DropZone } from './drop-zone.tsx';
import { addFiles } from './upload-queue.ts';
import { UploadRow } from './upload-row.tsx';
import { toRows } from './upload-rows.ts';
import { useChosen, useUploadProgress } from './uploads.calls.ts';
import { UsageMeter } from './usage-meter.tsx';
import { useRightsBox } from './use-rights-box.tsx';

/** The screen for uploading songs and videos, with their progress until they are playable. */
export function UploadScreen() {
  const { productName, subscriptions } = useSettings();
  const me = useSuspenseQuery(meQuery()).data;
  const chosen = useChosen();
  const progress = useUploadProgress();
  const [genres, setGenres] = useState<string[]>([]);
  const genresField = useRef<WordsHandle>(null);
  const { box, take } = useRightsBox((files) => {
    // A drop leaves the focus in the genres field, so the text that is typed there is added first.
    if (me !== null) addFiles(files, me, productName, { genres: genresField.current?.takeTyped() ?? genres });
  }, '-mt-5');
  if (me === null) return null;
  const { limits, used, extraUploads } = me;
  const better = upgradeWord(me, subscriptions.plans);
  const rows = toRows(chosen, progress.data?.progress ?? []);
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-8 py-8">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-head">Upload</h1>
        <div className="flex flex-wrap gap-2">
          {better && (
            <Link to="/account/subscription" className={buttonClass('outline')}>
              {better}
            </Link>
          )}
          <Link to="/account/media" className={buttonClass('outline')}>
            Manage Uploads
          </Link>
        </div>
      </header>
      <DropZone limits={limits} full={limits.total !== null && used >= limits.total + extraUploads} onFiles={take} />
      {box}
      <GenresField
        ref={genresField}
        genres={genres}
        onChange={setGenres}
        hint="Your own words, for the files that you choose from now on."
      />
      <UsageMeter limits={limits} used={used} extraUploads={extraUploads} />
      {rows.length > 0 && (
        <section aria-labelledby="files">
          <h2 id="files" className="pb-2 text-title">
            Files
          </h2>
          <ul>
            {rows.map((row) => (
              <UploadRow key={row.key} row={row} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
