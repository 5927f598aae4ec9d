import {
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  closestCenter,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  SortableContext,
  arrayMove,
  rectSortingStrategy,
  sortableKeyboardCoordinates,
  useSortable,
} from '@dnd-kit/sortable';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { GripIcon } from './icons.tsx';

interface SortableListProps<T extends { id: string }> {
  items: readonly T[];
  /** The accessible name of the list. */
  label: string;
  className?: string;
  rowClassName?: string;
  /** Returns the row's name for screen reader announcements. */
  nameOf: (item: T) => string;
  /** Called with the rows in their new order. */
  onSort: (items: T[]) => void;
  /** Renders a row with its drag handle. */
  children: (item: T, index: number, handle: ReactNode) => ReactNode;
  /** A last row that cannot be moved. */
  last?: ReactNode;
}

/**
 * A list or grid that users sort by dragging rows at their handles: with a mouse, a finger, or Space and the arrow
 * keys.
 */
export function SortableList<T extends { id: string }>(props: SortableListProps<T>) {
  const { items, label, className, rowClassName, nameOf, onSort, children, last } = props;
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const placeOf = (id: unknown) => items.findIndex((item) => item.id === id);
  const named = (id: unknown) => {
    const item = items[placeOf(id)];
    return item ? nameOf(item) : '';
  };
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over === null || over.id === active.id) return;
    onSort(arrayMove([...items], placeOf(active.id), placeOf(over.id)));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={onDragEnd}
      accessibility={{
        screenReaderInstructions: {
          draggable:
            'Press Space to pick it up, the arrow keys to move it, Space again to put it down, Escape to leave it where it was.',
        },
        announcements: {
          onDragStart: ({ active }) => `Picked up ${named(active.id)}.`,
          onDragOver: ({ active, over }) =>
            over ? `${named(active.id)} is in position ${placeOf(over.id) + 1} of ${items.length}.` : '',
          onDragEnd: ({ active, over }) =>
            over ? `${named(active.id)} was moved to position ${placeOf(over.id) + 1} of ${items.length}.` : '',
          onDragCancel: ({ active }) =>
            `${named(active.id)} stays in position ${placeOf(active.id) + 1} of ${items.length}.`,
        },
      }}
    >
      <SortableContext items={items.map(({ id }) => id)} strategy={rectSortingStrategy}>
        <ul aria-label={label} className={className}>
          {items.map((item, index) => (
            <Row key={item.id} id={item.id} name={nameOf(item)} className={rowClassName}>
              {(handle) => children(item, index, handle)}
            </Row>
          ))}
          {last}
        </ul>
      </SortableContext>
    </DndContext>
  );
}

interface RowProps {
  id: string;
  name: string;
  className: string | undefined;
  children: (handle: ReactNode) => ReactNode;
}

function Row({ id, name, className, children }: RowProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
  });
  return (
    <li
      ref={setNodeRef}
      className={classNames('min-w-0', className, isDragging && 'relative z-10 opacity-80')}
      style={{
        transform: transform ? `translate3d(${Math.round(transform.x)}px, ${Math.round(transform.y)}px, 0)` : undefined,
        transition,
      }}
    >
      {children(
        <button
          type="button"
          ref={setActivatorNodeRef}
          aria-label={`Move ${name}`}
          {...attributes}
          {...listeners}
          className="grid size-10 cursor-grab touch-none place-items-center rounded-control text-muted hover:bg-raised hover:text-text active:cursor-grabbing"
        >
          <GripIcon className="size-5" />
        </button>,
      )}
    </li>
  );
}
