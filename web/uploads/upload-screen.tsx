import { upload } from '@scoville/contract/uploads.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../lib/call.ts';

export function UploadScreen() {
  const send = useMutation({
    mutationFn: (file: File) => {
      const form = new FormData();
      form.append('file', file);
      return call(upload, { body: form });
    },
  });
  return (
    <div className="py-8">
      <h1 className="text-head">Upload</h1>
      <input
        type="file"
        aria-label="Song or video"
        className="mt-4 min-h-10"
        onChange={(event) => event.target.files?.[0] && send.mutate(event.target.files[0])}
      />
      <output className="block">{send.data ? `${send.data.media.title} is uploaded.` : send.error?.message}</output>
    </div>
  );
}
