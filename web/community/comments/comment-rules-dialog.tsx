import { CommentRules, commentRules, saveCommentRules } from '@scoville/contract/community/comments/comment-rules.ts';
import { errorText } from '@scoville/contract/platform/http/errors.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ServerForm, useServerForm } from '../../platform/forms/server-form.tsx';
import { errorOf } from '../../platform/forms/server-errors.ts';
import { call } from '../../platform/lib/call.ts';
import { cacheAnswer } from '../../platform/lib/cache-answer.ts';
import { queryOf, useSettings } from '../../platform/lib/query.ts';
import { Checkbox } from '../../platform/ui/checkbox.tsx';
import { Dialog } from '../../platform/ui/dialog.tsx';
import { ErrorState, Loading, Skeleton } from '../../platform/ui/states.tsx';
import { TextArea } from '../../platform/ui/text-area.tsx';
import { toast } from '../../platform/ui/toasts.ts';
import { type During, useUnderway } from '../../platform/ui/use-underway.ts';

const query = queryOf(commentRules, {});

/** The settings for which comments on the musician's songs and videos are held until the musician approves them. */
export function CommentRulesDialog({ onClose }: { onClose: () => void }) {
  const { productName } = useSettings();
  const rules = useQuery({ ...query, staleTime: 0 });
  const [isSaving, during] = useUnderway();
  return (
    <Dialog title="Comments on your media" busy={isSaving} onClose={onClose}>
      {/* Fetched when the dialog opens, but not again after that, because the form would be rebuilt and lose typed
          text. */}
      {rules.data && rules.isFetchedAfterMount ? (
        <RulesForm rules={rules.data} during={during} onSaved={onClose} />
      ) : rules.isError ? (
        <ErrorState message={errorText(rules.error, productName)} onRetry={() => void rules.refetch()} />
      ) : (
        <Loading label="Loading the settings">
          <Skeleton className="h-40 w-full" />
        </Loading>
      )}
    </Dialog>
  );
}

const lines = (text: string): string[] =>
  text
    .split(/[\n,]/)
    .map((word) => word.trim())
    .filter((word) => word !== '');

interface RulesFormProps {
  rules: CommentRules;
  during: During;
  onSaved: () => void;
}

function RulesForm({ rules, during, onSaved }: RulesFormProps) {
  const client = useQueryClient();
  const [text, setText] = useState(rules.words.join('\n'));
  const form = useForm({ resolver: zodResolver(CommentRules), defaultValues: rules });
  const saving = useServerForm(form, async (body) => {
    cacheAnswer(client, query.queryKey, await during(call(saveCommentRules, { body })));
    toast('success', 'Successfully updated!');
    onSaved();
  });
  const { errors } = form.formState;
  const wrong = errors.words?.message ?? errors.words?.find?.((one) => one !== undefined)?.message;
  return (
    <ServerForm of={saving} label="Save">
      <Checkbox
        label="Hold every comment until I approve it"
        hint="Until then, only you and the author can see it."
        {...form.register('holdAll')}
        {...errorOf(form, 'holdAll')}
      />
      <TextArea
        label="Blocked words"
        hint="One per line. A comment containing one is held until you approve it."
        value={text}
        error={wrong}
        onChange={({ target }) => {
          setText(target.value);
          form.setValue('words', lines(target.value), { shouldValidate: form.formState.isSubmitted });
        }}
      />
    </ServerForm>
  );
}
