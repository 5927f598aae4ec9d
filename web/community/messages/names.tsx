import type { Member } from '@scoville/contract/community/messages/messages.ts';
import { Fragment } from 'react';

/** Several names in one line, each in its own text direction. */
export const Names = ({ users }: { users: readonly Member[] }) =>
  users.map(({ id, displayName }, at) => (
    <Fragment key={id}>
      {at > 0 && ', '}
      <bdi>{displayName}</bdi>
    </Fragment>
  ));
