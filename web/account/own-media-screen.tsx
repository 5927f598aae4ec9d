import { mediaOfUser } from '@scoville/contract/media.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { meQuery, queryOf } from '../lib/query.ts';

export function OwnMediaScreen() {
  const me = useSuspenseQuery(meQuery()).data;
  return (
    <div className="py-8">
      <h1 className="text-head">Songs &amp; Videos</h1>
      {me && <OwnMedia id={me.id} />}
    </div>
  );
}

function OwnMedia({ id }: { id: string }) {
  const { data } = useSuspenseQuery(queryOf(mediaOfUser, { params: { id }, body: {} }));
  return (
    <ul>
      {data.media.map((item) => (
        <li key={item.id}>
          <Link to="/account/media/edit/$id" params={{ id: item.id }} className="inline-flex min-h-10 items-center">
            {item.title}
          </Link>
        </li>
      ))}
    </ul>
  );
}
