import { toggleMark } from 'prosemirror-commands'
import type { Command } from 'prosemirror-state'
import { schema } from '../markdown/schema.ts'
import { insertRule, setTextBlock, toggleCodeBlock } from '../rich/blocks.ts'
import { toggleList, toggleQuote } from '../rich/lists.ts'
import { insertTable, TABLE_COMMANDS } from '../rich/tables.ts'
import type { TextController } from '../text-controller.ts'
import { useTextView } from '../use-text-view.ts'
import { BarButton, Toolbar } from './bar-item.tsx'
import { BarMenu } from './bar-menu.tsx'
import { shownKeys } from './shown-keys.ts'

const { nodes, marks } = schema

type TextBarProps = { controller: TextController; onEditLink(): void }

const HEADINGS = [
  'Paragraph',
  'Heading 1',
  'Heading 2',
  'Heading 3',
  'Heading 4',
  'Heading 5',
  'Heading 6',
]

/** The bar above a text: what can be done with it. */
export function TextBar({ controller, onEditLink }: TextBarProps) {
  const { mode, bar } = useTextView(controller)
  const isSource = mode === 'source'
  const run = (command: Command) => () => controller.run(command)

  return (
    <Toolbar label="Formatting" first="Undo">
      <div className="text-bar-tools">
        <BarButton
          label="Undo"
          keys={shownKeys('Mod-z')}
          icon="i-undo"
          isDisabled={!isSource && !bar.canUndo}
          onPress={controller.undo}
        />
        <BarButton
          label="Redo"
          keys={shownKeys('Shift-Mod-z')}
          icon="i-redo"
          isDisabled={!isSource && !bar.canRedo}
          onPress={controller.redo}
        />
        {!isSource && (
          <>
            <BarMenu
              label="Style"
              text={bar.heading === null ? 'Style' : (HEADINGS[bar.heading] ?? 'Style')}
              entries={[
                ...HEADINGS.map((label, level) => ({
                  label,
                  isChecked: bar.heading === level,
                  onPress: run(
                    level === 0
                      ? setTextBlock(nodes.paragraph)
                      : setTextBlock(nodes.heading, { level }),
                  ),
                })),
                { label: 'Insert a line across', onPress: run(insertRule) },
              ]}
            />
            <BarButton
              label="Bold"
              keys={shownKeys('Mod-b')}
              icon="i-bold"
              isPressed={bar.isBold}
              onPress={run(toggleMark(marks.strong))}
            />
            <BarButton
              label="Italic"
              keys={shownKeys('Mod-i')}
              icon="i-italic"
              isPressed={bar.isItalic}
              onPress={run(toggleMark(marks.em))}
            />
            <BarButton
              label="Strikethrough"
              keys={shownKeys('Shift-Mod-x')}
              icon="i-strike"
              isPressed={bar.isStruck}
              onPress={run(toggleMark(marks.strike))}
            />
            <BarButton
              label="Code"
              keys={shownKeys('Mod-e')}
              icon="i-code"
              isPressed={bar.isCode}
              onPress={run(toggleMark(marks.code))}
            />
            <BarButton
              label="Link"
              keys={shownKeys('Mod-k')}
              icon="i-link"
              isPressed={bar.isLink}
              onPress={onEditLink}
            />
            <BarButton
              label="Bulleted list"
              keys={shownKeys('Shift-Mod-8')}
              icon="i-bullets"
              isPressed={bar.list === 'bullet'}
              onPress={run(toggleList('bullet'))}
            />
            <BarButton
              label="Numbered list"
              keys={shownKeys('Shift-Mod-7')}
              icon="i-numbers"
              isPressed={bar.list === 'ordered'}
              onPress={run(toggleList('ordered'))}
            />
            <BarButton
              label="Task list"
              keys={shownKeys('Shift-Mod-9')}
              icon="i-tasks"
              isPressed={bar.list === 'task'}
              onPress={run(toggleList('task'))}
            />
            <BarButton
              label="Quote"
              keys={shownKeys('Shift-Mod-.')}
              icon="i-quote"
              isPressed={bar.isQuote}
              onPress={run(toggleQuote)}
            />
            <BarButton
              label="Code block"
              icon="i-code-block"
              isPressed={bar.isCodeBlock}
              onPress={run(toggleCodeBlock)}
            />
            {bar.isInTable ? (
              <BarMenu
                label="Table"
                text="Table"
                entries={TABLE_COMMANDS.map(([label, command]) => ({
                  label,
                  isDisabled: !controller.can(command),
                  onPress: run(command),
                }))}
              />
            ) : (
              <BarButton label="Table" icon="i-sheet" onPress={run(insertTable)} />
            )}
          </>
        )}
      </div>
      <BarButton
        label="Source"
        keys={shownKeys('Shift-Mod-m')}
        icon="i-source"
        isPressed={isSource}
        onPress={controller.toggle}
      />
    </Toolbar>
  )
}
