import { users } from '@scoville/contract/users.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { queryOf } from '../lib/query.ts';

export function AdminUsersScreen() {
  const { data } = useSuspenseQuery(queryOf(users, {}));
  return (
    <div className="py-8">
      <h1 className="text-head">Administer Users</h1>
      <ul>
        {data.users.map((user) => (
          <li key={user.id}>{user.name}</li>
        ))}
      </ul>
    </div>
  );
}
