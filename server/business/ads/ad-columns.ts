import { type AdChange, LENGTH_REQUIRED, type NewAd, OWNER_REQUIRED } from '@scoville/contract/business/ads/ads.ts';
import { webHref } from '@scoville/contract/platform/lib/links.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { invalid } from '../../platform/http/errors.ts';
import type { AdColumns } from './ads.queries.ts';

/** The columns of a new ad. Throws 400 for an owner without an account. */
export async function columnsOf(tx: Tx, type: NewAd['type'], ad: NewAd): Promise<AdColumns> {
  return (await changedColumns(tx, type, ad)) as AdColumns;
}

/**
 * The columns that a change sets. Throws 400 if the ad would end up without an owner, or a poster without a display
 * length; a clip has none.
 */
export async function changedColumns(
  tx: Tx,
  type: NewAd['type'],
  change: Omit<AdChange, 'adWindow'>,
): Promise<Partial<AdColumns>> {
  const { title, displayLength, skipAfter, infoUrl, infoUrlText, price } = change;
  if (type === 'poster' && displayLength === null) throw invalid('displayLength', LENGTH_REQUIRED, 'required');
  return {
    ...(title !== undefined && { title }),
    ...(await ownerColumns(tx, change)),
    ...(type === 'poster' && displayLength !== undefined && { display_length: displayLength }),
    ...(skipAfter !== undefined && { skip_after: skipAfter }),
    // The normalized form of the address, as a browser writes it, so that a link can't contain anything else.
    ...(infoUrl !== undefined && { info_url: webHref(infoUrl) ?? '' }),
    ...(infoUrlText !== undefined && { info_url_text: infoUrlText }),
    ...(price !== undefined && { price_cents: price === null ? null : Math.round(price * 100) }),
  };
}

async function ownerColumns(tx: Tx, { owner, email }: Omit<AdChange, 'adWindow'>): Promise<Partial<AdColumns>> {
  if (owner) {
    const known = await tx`select 1 from users where id = ${owner} and deleted_at is null for key share`;
    if (known.length === 0) throw invalid('owner', 'There is no such account. Choose another owner.');
    return { owner_id: owner, owner_email: null };
  }
  if (email) return { owner_id: null, owner_email: email };
  if (owner !== undefined && email !== undefined) throw invalid('email', OWNER_REQUIRED, 'required');
  return {};
}
