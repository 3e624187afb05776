/*
 * The part of running Python that is written in Python: it runs a program, tells what
 * went wrong in which line, and gives programs `plot` and `table`.
 */
export const PYTHON_PROGRAM = String.raw`
import asyncio, builtins, json, linecache, sys, traceback
from pyodide.code import eval_code_async

FILE = 'main.py'
sys.stdout.reconfigure(write_through=True)
sys.stderr.reconfigure(write_through=True)


class NoInput(RuntimeError):
    pass


def no_input(prompt=''):
    raise NoInput('input() is not available here: a program that runs in the browser cannot wait for an answer. '
                  'Put the values into the code.')


def plain(value, depth=3):
    """A value as JSON can hold it."""
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, int):
        # The numbers of JavaScript have no more digits.
        return value if abs(value) < 2 ** 53 else str(value)
    if isinstance(value, float):
        return value if value - value == 0 else str(value)
    if depth and isinstance(value, dict):
        return {str(key): plain(item, depth - 1) for key, item in value.items()}
    if depth and isinstance(value, (list, tuple)):
        return [plain(item, depth - 1) for item in value]
    return str(value)


def rows(value):
    """The rows of a table, or None: a list of dictionaries or of lists."""
    if not isinstance(value, (list, tuple)) or not value:
        return None
    head = value[:200]
    if hasattr(head[0], '_asdict'):
        head = [row._asdict() if hasattr(row, '_asdict') else row for row in head]
    same = all(isinstance(row, dict) for row in head) or all(isinstance(row, (list, tuple)) for row in head)
    return {'rows': plain(head), 'total': len(value)} if same else None


def is_numbers(value):
    return hasattr(value, '__iter__') and not isinstance(value, (str, bytes, dict))


def number(value):
    return None if value is None else float(value)


def make(send):
    def plot(*data, title='', kind='line', label=''):
        """plot(ys), plot(xs, ys), plot({name: ys}) or plot(xs, {name: ys}); kind: line, bar or points."""
        if not 1 <= len(data) <= 2:
            raise TypeError('plot takes plot(ys) or plot(xs, ys)')
        ys = data[-1]
        xs = list(data[0]) if len(data) == 2 else None
        named = ys.items() if isinstance(ys, dict) else [(label, ys)]
        if not all(is_numbers(y) for _, y in named):
            raise TypeError('plot takes a list of numbers')
        send('plot', json.dumps({
            'title': str(title), 'kind': kind,
            'x': xs and [plain(float(x)) if isinstance(x, (int, float)) else str(x) for x in xs],
            'series': [{'name': str(name), 'y': [plain(number(v)) for v in y]} for name, y in named],
        }))

    def table(value):
        """Shows a list of dictionaries or of lists as a table."""
        found = rows(value)
        if found is None:
            raise TypeError('table takes a list of dictionaries or of lists')
        send('table', json.dumps(found))

    builtins.plot, builtins.table, builtins.input = plot, table, no_input
    streams = sys.stdout, sys.stderr

    def own_tasks(before):
        return asyncio.all_tasks() - before - {asyncio.current_task()}

    async def run(source):
        # The program before may have replaced them.
        sys.stdout, sys.stderr = streams
        module = type(sys)('__main__')
        sys.modules['__main__'] = module
        linecache.cache[FILE] = (len(source), None, source.splitlines(True), FILE)
        before = asyncio.all_tasks()
        try:
            value = await eval_code_async(source, globals=module.__dict__, filename=FILE)
            while pending := own_tasks(before):
                await asyncio.gather(*pending)
            if value is not None:
                found = rows(value)
                send('table', json.dumps(found)) if found else send('value', repr(value)[:20_000])
            send('done', '')
        except SystemExit as end:
            if isinstance(end.code, str):
                sys.stderr.write(end.code + '\n')
            send('done', '')
        except BaseException as error:
            send('error', json.dumps(describe(error)))
        finally:
            # They would go on during the next program.
            for task in own_tasks(before):
                task.cancel()

    return run


def describe(error):
    frames = [frame for frame in traceback.extract_tb(error.__traceback__)]
    own = [index for index, frame in enumerate(frames) if frame.filename == FILE]
    if isinstance(error, SyntaxError) and error.filename == FILE:
        message = ''.join(traceback.format_exception_only(error)).strip()
        return {'message': message.split('\n')[-1], 'line': error.lineno, 'trace': [error.lineno]}
    return {'message': explain(error), 'line': frames[own[-1]].lineno if own else None,
            'trace': [frames[index].lineno for index in reversed(own[-20:])]}


def explain(error):
    if isinstance(error, ModuleNotFoundError) and error.name:
        name = error.name.split('.')[0]
        if name in sys.stdlib_module_names:
            return f"{name} is not available here. Most of Python's standard library is."
        return f"{name} is not available here. Python's standard library is."
    if isinstance(error, NoInput):
        return str(error)
    return ''.join(traceback.format_exception_only(error)).strip()


make
`
