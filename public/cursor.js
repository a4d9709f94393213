// Keyboard in the table, as the ARIA grid pattern has it: one cell is in the tab order, arrows move it, and it stays
// with its record when rows are moved.

const PAGE = 10;

/** `actions`: `edit(row)`, `remove(row)`, `copy(row)`. */
export class Cursor {
  #table;
  #actions;
  /** The first record, until the reader chooses another. */
  #row = null;
  #chosen = false;
  #column = 1;

  constructor(table, actions) {
    this.#table = table;
    this.#actions = actions;
    table.addEventListener('keydown', (event) => this.#key(event));
    table.addEventListener('focusin', (event) => this.#take(event.target));
    table.addEventListener('mousedown', (event) => {
      const cell = event.target.closest('td');
      if (cell && !event.target.closest('button')) this.#take(cell);
    });
  }

  focus() {
    this.settle();
    target(this.#cell())?.focus();
  }

  /** Makes sure that exactly one cell can be reached with Tab. */
  settle() {
    if (!this.#chosen || !this.#row?.isConnected || this.#row.inert) this.#row = this.#rows()[1] ?? this.#rows()[0];
    this.#column = Math.min(this.#column, (this.#row?.cells.length ?? 1) - 1);
    for (const old of this.#table.querySelectorAll('[tabindex="0"]')) old.tabIndex = -1;
    const cell = target(this.#cell());
    if (cell) cell.tabIndex = 0;
  }

  /**
   * Runs `change`; a focused cell whose row is moved keeps the focus, and one whose row goes hands it to a neighbour.
   */
  keep(change) {
    const focused = this.#table.contains(document.activeElement) ? document.activeElement : null;
    const at = this.#rows().indexOf(this.#row);
    change();
    const rows = this.#rows();
    if (this.#row && !rows.includes(this.#row)) this.#row = rows[Math.min(at, rows.length - 1)] ?? null;
    this.settle();
    if (!focused) return;
    const stays = rows.includes(focused.closest('tr'));
    if (!stays || document.activeElement !== focused) {
      (stays ? focused : target(this.#cell()))?.focus({ preventScroll: true });
    }
  }

  #rows() {
    return [...this.#table.rows].filter((row) =>
      !row.classList.contains('leaving') && (row.parentElement.tagName === 'THEAD' || row.dataset.key)
    );
  }

  #cell() {
    return this.#row?.cells[this.#column] ?? null;
  }

  #take(element) {
    const cell = element.closest('td, th');
    if (!cell) return;
    this.#row = cell.parentElement;
    this.#chosen = true;
    this.#column = cell.cellIndex;
    this.settle();
  }

  #move(row, column) {
    const rows = this.#rows();
    this.#chosen = true;
    this.#row = rows[Math.max(0, Math.min(row, rows.length - 1))];
    this.#column = Math.max(this.#row === rows[0] ? 1 : 0, Math.min(column, this.#row.cells.length - 1));
    this.settle();
    const cell = target(this.#cell());
    cell?.focus({ preventScroll: true });
    this.#cell()?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  #key(event) {
    if (event.altKey || event.metaKey) return;
    const rows = this.#rows();
    const row = rows.indexOf(this.#row);
    const moves = {
      ArrowUp: [row - 1, this.#column],
      ArrowDown: [row + 1, this.#column],
      ArrowLeft: [row, this.#column - 1],
      ArrowRight: [row, this.#column + 1],
      Home: [event.ctrlKey ? 0 : row, 0],
      End: [event.ctrlKey ? rows.length - 1 : row, Infinity],
      PageUp: [row - PAGE, this.#column],
      PageDown: [row + PAGE, this.#column],
    };
    const inBody = row > 0;
    if (moves[event.key]) this.#move(...moves[event.key]);
    else if (event.ctrlKey) return;
    else if (inBody && event.key === 'Enter' && event.target.tagName !== 'BUTTON') {
      (this.#cell()?.querySelector('button.follow') ?? { click: () => this.#actions.edit(this.#row) }).click();
    } else if (inBody && event.key === 'e') this.#actions.edit(this.#row);
    else if (inBody && event.key === 'Delete') this.#actions.remove(this.#row);
    else if (inBody && event.key === 'c') this.#actions.copy(this.#row);
    else return;
    event.preventDefault();
  }
}

/** What takes the focus in a cell: its heading or tool button, else the cell. */
function target(cell) {
  return cell?.querySelector('button.heading') ??
    (cell?.classList.contains('tools') ? cell.querySelector('button') : null) ?? cell;
}
