interface RowTitleProps {
  title: string;
  /** Opens the details of the row. */
  onOpen: () => void;
  /** The button's accessible name, if the title alone doesn't make clear what opens. */
  label?: string;
}

/** The title of a row, which opens its details. */
export const RowTitle = ({ title, onOpen, label }: RowTitleProps) => (
  <button
    type="button"
    aria-label={label}
    className="min-h-10 text-left font-[550] wrap-anywhere hover:underline md:min-h-0"
    onClick={onOpen}
  >
    {title}
  </button>
);
