import type { Category } from '@scoville/contract/catalogue/categories/categories.ts';
import { useQueryClient } from '@tanstack/react-query';
import { ChangeImage } from '../../pipeline/images/change-image.tsx';
import { clearImage, sendImage } from '../../pipeline/images/images.calls.ts';
import { toast } from '../../platform/ui/toasts.ts';
import { invalidateCategories } from './categories.calls.ts';

/** The control that changes the picture of a genre or mood, for administrators. */
export default function CategoryImage({ category }: { category: Pick<Category, 'id' | 'kind' | 'imageUrl'> }) {
  const client = useQueryClient();
  const { id, kind } = category;
  const change = async (call: Promise<unknown>) => {
    await call;
    toast('success', 'Successfully updated!');
    await invalidateCategories(client, kind);
  };
  return (
    <ChangeImage
      hasImage={category.imageUrl !== null}
      removal={`The picture of this ${kind} will be removed, and a generated one will be shown instead.`}
      save={(image) => change(sendImage(kind, id, image))}
      remove={() => change(clearImage(kind, id))}
    />
  );
}
