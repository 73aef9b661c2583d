// The board as a thing to play on: who gets the keys, wheel, touch, zoom, the first
// minutes, the moment of a solved level, skins, and nothing that jumps about.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { faults } from './axe.mjs';
import { boxCells, levelLink, manCell, open, point, waitForBox, waitForMan } from './harness.mjs';
import { browser, host, test } from './stage.mjs';

const WIDTH = 12;
const corridor = ['############', '#@         #', '#  $     . #', '#          #', '############'];
/** Each test has a game of its own, since progress is kept with the board: walls in the
 * last row of the floor count the levels in twos. */
let nLevels = 0;
function fresh() {
  nLevels++;
  const count = nLevels.toString(2).padStart(10, '0').replaceAll('0', ' ').replaceAll('1', '#');
  return levelLink([...corridor.slice(0, 3), `#${count}#`, corridor[4]]);
}

/** As wide and as high as the first level of XSokoban, with rooms of our own. */
const large = [
  '###################', '#      #          #', '#  $   #    $     #', '#      #          #', '#  ##  ####  ##   #', '#  @              #',
  '#  ##  ####  ##   #', '#      #          #', '#  .   #     .    #', '#      #          #', '###################',
];

const ready = (page) => page.locator('.board .box').first().waitFor();
const solved = (page) => page.getByText('✓ Solved').waitFor();
const voice = (page, pattern) => page.waitForFunction((source) => new RegExp(source).test(document.querySelector('[data-testid=voice]').textContent), pattern.source);
const cellSize = (page) => page.evaluate(() => document.querySelector('.board .man').getCTM().a * 40);

describe('keys', () => {
  test('arrows move the man after a click on a tab, the timeline and a select', async () => {
    const page = await open(browser, host.url + fresh());
    await ready(page);
    await page.keyboard.press('ArrowRight');
    await waitForMan(page, WIDTH + 2);
    await page.getByRole('tab', { name: 'Solve' }).click();
    await page.keyboard.press('ArrowRight');
    await waitForMan(page, WIDTH + 3);
    assert.equal(await page.getByRole('tab', { name: 'Solve' }).getAttribute('aria-selected'), 'true');
    const goal = page.getByRole('combobox', { name: 'Time' });
    await goal.focus();
    await goal.selectOption('5');
    await page.keyboard.press('ArrowRight');
    await waitForMan(page, WIDTH + 4);
    assert.equal(await goal.inputValue(), '5');
    // A click on the middle of the timeline goes there; the next key is a step again.
    await page.getByRole('slider', { name: 'Moves' }).click();
    await page.waitForFunction((end) => Number(document.querySelector('.board .man').dataset.cell) < end, WIDTH + 4);
    const at = await manCell(page);
    await page.keyboard.press('ArrowDown');
    await waitForMan(page, at + WIDTH);
    await page.context().close();
  });

  test('a text field keeps its keys, and so does a control that was reached by Tab', async () => {
    const page = await open(browser, host.url + fresh());
    await ready(page);
    await page.keyboard.press('m');
    await page.keyboard.type('dd');
    assert.equal(await page.getByLabel('Name of the position').inputValue(), 'dd');
    assert.equal(await manCell(page), WIDTH + 1);
    // From the board by Tab alone to the panels, and along them by arrows.
    await page.locator('.board').focus();
    for (let i = 0; i < 30 && !(await page.evaluate(() => document.activeElement.matches('[role=tab]'))); i++) await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowLeft');
    assert.equal(await page.getByRole('tab', { name: 'Map' }).getAttribute('aria-selected'), 'true');
    assert.equal(await manCell(page), WIDTH + 1);
    await page.context().close();
  });

  test('Ctrl+Z and Ctrl+Y undo and redo', async () => {
    const page = await open(browser, host.url + fresh());
    await ready(page);
    await page.keyboard.press('ArrowRight');
    await waitForMan(page, WIDTH + 2);
    await page.keyboard.press('Control+z');
    await waitForMan(page, WIDTH + 1);
    await page.keyboard.press('Control+y');
    await waitForMan(page, WIDTH + 2);
    await page.context().close();
  });

  test('Enter or Space after solving goes to the next level', async () => {
    const page = await open(browser, host.url + '#/play/tutorial/1');
    await ready(page);
    await page.keyboard.press('r');
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
    await solved(page);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: '2. Go round' }).waitFor();
    await page.keyboard.press('Enter');
    assert.ok(await page.getByRole('heading', { name: '2. Go round' }).isVisible());
    await page.keyboard.press('r');
    for (const key of 'rrdlll') await page.keyboard.press({ r: 'ArrowRight', d: 'ArrowDown', l: 'ArrowLeft' }[key]);
    await solved(page);
    await page.keyboard.press(' ');
    await page.getByRole('heading', { name: '3. Corners' }).waitFor();
    await page.context().close();
  });

  test('a key is one question, and the man moves on its answer before anything else is asked', async () => {
    const page = await open(browser, host.url + fresh());
    await ready(page);
    const asked = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    for (let i = 0; i < 8; i++) {
      await page.waitForTimeout(400);
      asked.length = 0;
      // Whatever the page asks after the step waits for this.
      let answer;
      const held = new Promise((resolve) => (answer = resolve));
      await page.route('**/api/play', async (route) => (await held, route.continue()), { times: 1 });
      await page.keyboard.press('ArrowRight');
      await page.waitForTimeout(100);
      assert.deepEqual(asked, ['/api/play']);
      assert.equal(await manCell(page), WIDTH + 1 + i);
      answer();
      await waitForMan(page, WIDTH + 2 + i);
      assert.equal(asked.filter((path) => path === '/api/play').length, 1);
    }
    await page.context().close();
  });

  test('keys pressed while a level is being opened are played on that level', async () => {
    const page = await open(browser, host.url + '#/play/tutorial/2');
    await page.getByRole('heading', { name: '2. Go round' }).waitFor();
    await ready(page);
    const before = await manCell(page);
    let go;
    const held = new Promise((resolve) => (go = resolve));
    await page.route('**/api/open', async (route) => (await held, route.continue()), { times: 1 });
    await page.evaluate((link) => (location.hash = link), fresh());
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
    await page.waitForTimeout(200);
    assert.equal(await manCell(page), before, 'the board before stays as it was');
    go();
    await waitForMan(page, WIDTH + 4);
    await page.evaluate(() => (location.hash = '#/play/tutorial/2'));
    await page.getByRole('heading', { name: '2. Go round' }).waitFor();
    await waitForMan(page, before);
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });
});

describe('pointer', () => {
  test('the wheel scrolls the page and leaves the game alone; with Ctrl it zooms', async () => {
    const page = await open(browser, host.url + fresh(), { viewport: { width: 800, height: 500 } });
    await ready(page);
    for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight');
    await waitForMan(page, WIDTH + 6);
    await page.locator('.board svg').hover();
    for (let i = 0; i < 4; i++) await page.mouse.wheel(0, 60);
    await page.waitForFunction(() => window.scrollY > 50);
    await page.waitForTimeout(200);
    assert.equal(await manCell(page), WIDTH + 6);
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.locator('.board svg').hover();
    const before = await cellSize(page);
    const scroll = await page.evaluate(() => window.scrollY);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -200);
    await page.keyboard.up('Control');
    await page.waitForFunction((was) => document.querySelector('.board .man').getCTM().a * 40 > was * 1.3, before);
    assert.equal(await page.evaluate(() => window.scrollY), scroll);
    await page.context().close();
  });

  test('a refused click says why in sight', async () => {
    const page = await open(browser, host.url + levelLink(['#######', '#@$.  #', '#######']));
    await ready(page);
    const far = await point(page, 7 + 5, 7, 3);
    await page.mouse.click(far.x, far.y);
    await page.locator('.toast').waitFor();
    const text = await page.locator('.toast').innerText();
    assert.match(text, /\S/);
    const wall = await point(page, 0, 7, 3);
    await page.mouse.click(wall.x, wall.y);
    await page.locator('.toast', { hasText: 'The man cannot walk there.' }).waitFor();
    await page.context().close();
  });

  test('clicks hit their cells in a close view', async () => {
    const page = await open(browser, host.url + levelLink(large));
    await ready(page);
    for (let i = 0; i < 4; i++) await page.keyboard.press('+');
    const { a: scale, x, y } = await page.evaluate(() => {
      const { a, e, f } = document.querySelector('.board .man').getScreenCTM();
      return { a, x: e, y: f };
    });
    assert.ok(scale * 40 > 60);
    await page.mouse.click(x + 1.5 * 40 * scale, y + 20 * scale);
    await waitForMan(page, 5 * 19 + 4);
    await page.context().close();
  });
});

describe('view', () => {
  test('closer, farther, along and whole again, by keys and by buttons', async () => {
    const page = await open(browser, host.url + fresh());
    await ready(page);
    const whole = await cellSize(page);
    await page.keyboard.press('+');
    assert.ok((await cellSize(page)) > whole * 1.2);
    const left = () => page.evaluate(() => document.querySelector('.board .scenery').getBoundingClientRect().left);
    const before = await left();
    await page.keyboard.press('Alt+ArrowRight');
    assert.ok((await left()) < before - 20);
    assert.equal(await manCell(page), WIDTH + 1);
    await page.keyboard.press('-');
    await page.keyboard.press('-');
    assert.equal(await cellSize(page), whole);
    await page.getByRole('button', { name: 'Closer' }).click();
    assert.ok((await cellSize(page)) > whole * 1.2);
    await page.getByRole('button', { name: 'Whole board or close view' }).click();
    assert.equal(await cellSize(page), whole);
    await page.keyboard.press('f');
    await page.locator('.play.full').waitFor();
    await page.waitForFunction((was) => document.querySelector('.board .man').getCTM().a * 40 > was, whole);
    await page.keyboard.press('f');
    await page.locator('.play.full').waitFor({ state: 'detached' });
    await page.context().close();
  });

  test('rows and columns are numbered on request', async () => {
    const page = await open(browser, host.url + fresh());
    await ready(page);
    assert.equal(await page.locator('.board .ruler').count(), 0);
    await page.keyboard.press('c');
    await page.locator('.board .ruler.columns text').nth(WIDTH - 1).waitFor();
    // The number above the man is his column.
    const man = await page.locator('.board .man').boundingBox();
    const number = await page.locator('.board .ruler.columns text', { hasText: /^2$/ }).boundingBox();
    assert.ok(Math.abs(number.x + number.width / 2 - (man.x + man.width / 2)) < 4);
    await page.context().close();
  });

  test('walking is announced on request', async () => {
    const page = await open(browser, host.url + fresh());
    await ready(page);
    await page.keyboard.press('ArrowRight');
    await waitForMan(page, WIDTH + 2);
    assert.equal(await page.getByTestId('voice').innerText(), '');
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByLabel('Announce every step').check();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowRight');
    await voice(page, /Row 2, column 4/);
    await page.context().close();
  });
});

describe('phone', () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

  async function fingers(page) {
    const session = await page.context().newCDPSession(page);
    return (type, ...points) => session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  }

  test('a level of nineteen columns has cells of 40 px, and the view follows the man', async () => {
    const page = await open(browser, host.url + levelLink(large), phone);
    await ready(page);
    await page.keyboard.press('r');
    await waitForMan(page, 5 * 19 + 3);
    assert.ok((await cellSize(page)) >= 40);
    const frame = await page.locator('.board').boundingBox();
    const inView = async () => {
      const man = await page.locator('.board .man').boundingBox();
      return man.x >= frame.x && man.x + man.width <= frame.x + frame.width;
    };
    assert.ok(await inView());
    for (let i = 0; i < 13; i++) await page.keyboard.press('ArrowRight');
    await waitForMan(page, 5 * 19 + 16);
    await page.waitForTimeout(300);
    assert.ok(await inView());
    // The whole board at a tap, and two fingers bring it closer again.
    await page.getByRole('button', { name: 'Whole board or close view' }).tap();
    const whole = await cellSize(page);
    assert.ok(whole < 25);
    const touch = await fingers(page);
    const [x, y] = [frame.x + frame.width / 2, frame.y + frame.height / 2];
    await touch('touchStart', [x - 30, y], [x + 30, y]);
    for (let i = 1; i <= 5; i++) await touch('touchMove', [x - 30 - 12 * i, y], [x + 30 + 12 * i, y]);
    await touch('touchEnd');
    assert.ok((await cellSize(page)) > whole * 2);
    assert.equal(await manCell(page), 5 * 19 + 16);
    await page.context().close();
  });

  test('a swipe walks, a longer one farther, and round a corner', async () => {
    const page = await open(browser, host.url + fresh(), phone);
    await ready(page);
    const frame = await page.locator('.board').boundingBox();
    const touch = await fingers(page);
    const [x, y] = [frame.x + frame.width / 2, frame.y + frame.height / 2];
    await touch('touchStart', [x, y]);
    for (let i = 1; i <= 5; i++) await touch('touchMove', [x + 7 * i, y]);
    await waitForMan(page, WIDTH + 2);
    for (let i = 6; i <= 14; i++) await touch('touchMove', [x + 7 * i, y]);
    await waitForMan(page, WIDTH + 4);
    for (let i = 1; i <= 5; i++) await touch('touchMove', [x + 98, y + 8 * i]);
    await touch('touchEnd');
    await waitForMan(page, 2 * WIDTH + 4);
    assert.equal(await page.evaluate(() => window.scrollY), 0);
    await page.context().close();
  });

  test('buttons on the screen walk', async () => {
    const page = await open(browser, host.url + fresh(), phone);
    await ready(page);
    assert.equal(await page.getByRole('button', { name: 'Step right' }).count(), 0);
    await page.getByRole('button', { name: 'Settings' }).tap();
    await page.getByLabel('Buttons on the screen').check();
    await page.getByRole('button', { name: 'Close', exact: true }).tap();
    await page.getByRole('button', { name: 'Step right' }).tap();
    await waitForMan(page, WIDTH + 2);
    await page.context().close();
  });

  test('on its side it keeps the controls in view', async () => {
    const page = await open(browser, host.url + '#/play/tutorial/3', { ...phone, viewport: { width: 844, height: 390 } });
    await ready(page);
    for (const name of ['Undo', 'Redo', 'Restart', 'Replay', 'Closer']) {
      const box = await page.getByRole('button', { name }).boundingBox();
      assert.ok(box.x >= 0 && box.x + box.width <= 844 && box.y >= 0 && box.y + box.height <= 390, `${name}: ${JSON.stringify(box)}`);
    }
    const board = await page.locator('.board').boundingBox();
    assert.ok(board.height > 250 && board.y + board.height <= 390);
    await page.context().close();
  });
});

describe('the first minutes', () => {
  test('arrival leads into the tutorial, and back to where one was', async () => {
    const page = await open(browser, host.url);
    await page.getByRole('link', { name: 'Start the tutorial' }).click();
    const about = page.getByTestId('about');
    await about.getByText('Walk into a box and it moves one square').waitFor();
    await page.keyboard.press('n');
    await about.getByText('You can only push, never pull.').waitFor();
    await page.getByRole('link', { name: 'Library' }).click();
    await page.reload();
    await page.getByText('2. Go round').first().waitFor();
    await page.getByRole('link', { name: 'Continue where you were' }).click();
    await page.getByRole('heading', { name: '2. Go round' }).waitFor();
    await page.context().close();
  });

  test('author and remarks of any level stand beside it', async () => {
    const page = await open(browser, host.url + '#/play/starter/1');
    await page.getByTestId('about').getByText('1 box, at least 5 pushes.').waitFor();
    await page.getByTestId('about').getByText('by Sokoscope').waitFor();
    await page.context().close();
  });

  test('solved is a moment: glow, numbers, best before, fewest known, next', async () => {
    const page = await open(browser, host.url + '#/play/tutorial/4');
    await ready(page);
    const card = page.getByTestId('solved-card');
    const play = async (letters) => {
      await page.keyboard.press('r');
      for (const key of letters) await page.keyboard.press({ r: 'ArrowRight', d: 'ArrowDown', l: 'ArrowLeft', u: 'ArrowUp' }[key]);
      await solved(page);
      await card.waitFor();
    };
    await play('lrllluRdrU'.toLowerCase());
    const row = (name) => card.getByRole('row', { name }).getByRole('cell').allInnerTexts();
    assert.deepEqual((await row(/moves/)).map((text) => text.split('\n')[0]), ['10', '–', '8']);
    assert.equal(await page.locator('.board .solved .glow').first().evaluate((glow) => getComputedStyle(glow).visibility), 'visible');
    await play('llluRdrU'.toLowerCase());
    assert.deepEqual((await row(/moves/)).map((text) => text.split('\n')[0]), ['8', '10', '8']);
    assert.deepEqual((await row(/pushes/)).map((text) => text.split('\n')[0]), ['2', '2', '2']);
    // It can be put away, and does not come by itself when the level is opened again.
    await card.getByRole('button', { name: 'Look at the board' }).click();
    await card.waitFor({ state: 'detached' });
    await page.reload();
    await solved(page);
    assert.equal(await card.count(), 0);
    await page.keyboard.press('u');
    await page.keyboard.press('y');
    await card.getByRole('button', { name: 'Next level' }).click();
    await page.getByRole('heading', { name: '5. Turn' }).waitFor();
    await page.context().close();
  });
});

describe('tiles', () => {
  const tileOf = (page, piece) => page.locator(`.board .${piece} use`).first().getAttribute('href');

  test('the man faces where he goes and leans when he pushes; a box at home is another tile', async () => {
    const page = await open(browser, host.url + levelLink(['########', '#@ $.  #', '#      #', '########']));
    await ready(page);
    await page.keyboard.press('ArrowRight');
    await waitForMan(page, 8 + 2);
    assert.equal(await tileOf(page, 'man'), '#tile-man-r');
    assert.equal(await tileOf(page, 'box'), '#tile-box');
    await page.keyboard.press('ArrowRight');
    await waitForBox(page, 8 + 4);
    assert.equal(await tileOf(page, 'man'), '#tile-push-r');
    assert.equal(await tileOf(page, 'box'), '#tile-home');
    await page.keyboard.press('ArrowDown');
    await waitForMan(page, 2 * 8 + 3);
    assert.equal(await tileOf(page, 'man'), '#tile-man-d');
    // By more than colour: the shapes differ.
    const shapes = (id) => page.locator(id).evaluate((symbol) => [...symbol.querySelectorAll('*')].map((part) => part.getAttribute('d') ?? part.tagName).join());
    assert.notEqual(await shapes('#tile-box'), await shapes('#tile-home'));
    assert.notEqual(await shapes('#tile-man-r'), await shapes('#tile-push-r'));
    await page.context().close();
  });

  test('thumbnails and editor draw from the same set', async () => {
    const page = await open(browser, host.url);
    await page.locator('.card use[href="#tile-box"]').first().waitFor();
    await page.goto(host.url + '#/edit/' + levelLink(corridor).split('/')[2]);
    await page.locator('.board .box use[href="#tile-box"]').waitFor();
    await page.context().close();
  });

  /** A sheet in which every tile has a colour of its own: its column and row. */
  const sheet = (page, columns, rows) =>
    page.evaluate(([columns, rows]) => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [columns * 16, rows * 16];
      const context = canvas.getContext('2d');
      for (let c = 0; c < columns; c++) {
        for (let r = 0; r < rows; r++) {
          context.fillStyle = `rgb(${c * 60}, ${r * 30}, 200)`;
          context.fillRect(c * 16, r * 16, 16, 16);
        }
      }
      return canvas.toDataURL().split(',')[1];
    }, [columns, rows]);

  /** The colour of a tile in its middle, or elsewhere. */
  const colour = (page, name, x = 8, y = 8) =>
    page.evaluate(async ([name, x, y]) => {
      const image = new Image();
      image.src = document.querySelector(`#tile-${name} image`).getAttribute('href');
      await image.decode();
      const context = document.createElement('canvas').getContext('2d');
      context.drawImage(image, 0, 0);
      return [...context.getImageData(x, y, 1, 1).data].slice(0, 2);
    }, [name, x, y]);

  test('a skin sheet of other programs is cut, shown everywhere and kept', async () => {
    const page = await open(browser, host.url + fresh());
    await ready(page);
    const choose = async (columns, rows) => {
      const buffer = Buffer.from(await sheet(page, columns, rows), 'base64');
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.locator('dialog input[type=file]').setInputFiles({ name: 'skin.png', mimeType: 'image/png', buffer });
    };
    await choose(3, 5);
    await page.locator('.toast', { hasText: 'four columns' }).waitFor();
    await page.keyboard.press('Escape');
    await choose(4, 8);
    await page.locator('#tile-box image').waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    const at = (column, row) => [column * 60, row * 30];
    assert.deepEqual(await colour(page, 'box'), at(2, 0));
    assert.deepEqual(await colour(page, 'home'), at(2, 1));
    assert.deepEqual(await colour(page, 'goal'), at(0, 1));
    for (const [i, way] of ['u', 'l', 'd', 'r'].entries()) {
      assert.deepEqual(await colour(page, `man-${way}`), at(i, 4));
      assert.deepEqual(await colour(page, `man-${way}-goal`), at(i, 5));
    }
    // The left upper corner joins right and down: alone above and left, a side elsewhere.
    const corner = await page.locator('.board .wall').first().getAttribute('href');
    assert.equal(corner, '#tile-wall-0123');
    const name = corner.slice('#tile-'.length);
    const quarters = [[2, 2, 1, 3], [13, 2, 1, 2], [2, 13, 0, 3], [13, 13, 0, 2]];
    for (const [x, y, column, row] of quarters) assert.deepEqual(await colour(page, name, x, y), at(column, row), `${x} ${y}`);
    await page.reload();
    await page.locator('#tile-box image').waitFor({ state: 'attached' });
    await page.goto(host.url);
    await page.locator('.card use[href^="#tile-wall-"]').first().waitFor({ state: 'attached' });
    await page.context().close();
  });

  test('sounds are off at first, and made when they are on', async () => {
    const page = await open(browser, host.url + fresh());
    await ready(page);
    await page.evaluate(() => {
      window.made = 0;
      const start = AudioScheduledSourceNode.prototype.start;
      AudioScheduledSourceNode.prototype.start = function (...args) {
        window.made++;
        return start.apply(this, args);
      };
      const play = AudioBufferSourceNode.prototype.start;
      AudioBufferSourceNode.prototype.start = function (...args) {
        window.made++;
        return play.apply(this, args);
      };
    });
    await page.keyboard.press('ArrowRight');
    await waitForMan(page, WIDTH + 2);
    assert.equal(await page.evaluate(() => window.made), 0);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByLabel('Sounds').check();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => window.made > 0);
    await page.context().close();
  });

  test('reduced motion is obeyed, and the speed of walking can be chosen', async () => {
    const duration = (page) => page.locator('.board .man').evaluate((man) => getComputedStyle(man).transitionDuration);
    const still = await open(browser, host.url + fresh());
    await ready(still);
    assert.equal(await duration(still), '0s');
    await still.context().close();
    const page = await open(browser, host.url + fresh(), { reducedMotion: 'no-preference' });
    await ready(page);
    const normal = parseFloat(await duration(page));
    assert.ok(normal > 0);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByLabel('Walking').selectOption('slow');
    assert.ok(parseFloat(await duration(page)) > normal * 1.5);
    await page.context().close();
  });
});

describe('nothing jumps about', () => {
  /** Where everything is that must not move. */
  const places = (page) =>
    page.evaluate(() =>
      ['.board', '.timeline', '.controls', '.side', '.head', '.board .scenery']
        .map((name) => document.querySelector(name)?.getBoundingClientRect())
        .map((box) => box && [box.x, box.y, box.width, box.height].map(Math.round).join(' ')),
    );

  for (const [width, height] of [[390, 844], [1024, 768], [1600, 900]]) {
    test(`an alert and a solved level move nothing at ${width} px`, async () => {
      const page = await open(browser, host.url + levelLink(['#########', '#       #', '# @$ .  #', `#${' '.repeat(1 + (width % 5))}${'#'.repeat(6 - (width % 5))}#`, '#########']), { viewport: { width, height } });
      await ready(page);
      await page.keyboard.press('r');
      const before = await places(page);
      for (let i = 0; i < 2; i++) await page.keyboard.press('ArrowRight');
      await page.getByTestId('solved-card').waitFor();
      assert.deepEqual(await places(page), before);
      for (let i = 0; i < 2; i++) await page.keyboard.press('ArrowRight');
      await page.getByTestId('alert').waitFor();
      assert.deepEqual(await places(page), before);
      await page.context().close();
    });
  }

  for (const width of [390, 1024, 1600]) {
    for (const colorScheme of ['light', 'dark']) {
      test(`no control lies under another at ${width} px, ${colorScheme}`, async () => {
        const page = await open(browser, host.url, { viewport: { width, height: width < 500 ? 844 : 800 }, colorScheme });
        for (const link of ['#/', '#/play/starter/12', '#/edit']) {
          await page.goto(host.url + link);
          await page.locator(link === '#/' ? '.card' : '.board .wall').first().waitFor();
          await page.waitForTimeout(200);
          const covered = await page.evaluate(() =>
            [...document.querySelectorAll('button, select, a.button, input[type=range]')]
              .map((one) => [one, one.getBoundingClientRect()])
              .filter(([one, box]) => one.checkVisibility() && box.width > 0 && box.top >= 0 && box.bottom <= innerHeight && box.right <= innerWidth)
              .filter(([one, box]) => {
                const scroller = one.closest('.side, .left')?.getBoundingClientRect();
                if (scroller && box.bottom > scroller.bottom) return false;
                const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
                return top !== one && !one.contains(top);
              })
              .map(([one]) => one.textContent.trim() || one.ariaLabel),
          );
          assert.deepEqual(covered, [], link);
        }
        await page.context().close();
      });
    }
  }
});

describe('accessibility', () => {
  for (const theme of ['light', 'dark', 'contrast']) {
    test(`axe finds nothing serious at arrival, solved and settings in the theme ${theme}`, async () => {
      const page = await open(browser, host.url);
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByLabel('Colours').selectOption(theme);
      await page.keyboard.press('Escape');
      await page.locator('.card').first().waitFor();
      assert.deepEqual(await faults(page), [], 'arrival');
      await page.goto(host.url + '#/play/tutorial/1');
      await ready(page);
      await page.keyboard.press('r');
      for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
      await page.getByTestId('solved-card').waitFor();
      assert.deepEqual(await faults(page), [], 'solved');
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByRole('dialog').waitFor();
      assert.deepEqual(await faults(page), [], 'settings');
      await page.keyboard.press('Escape');
      await page.context().close();
    });
  }

  test('by the keyboard alone from arrival to a solved level and on', async () => {
    const page = await open(browser, host.url);
    await page.locator('.card').first().waitFor();
    const focused = () => page.evaluate(() => document.activeElement.textContent.trim());
    for (let i = 0; i < 20 && (await focused()) !== 'Start the tutorial'; i++) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await ready(page);
    await page.keyboard.press('r');
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
    await solved(page);
    assert.deepEqual(await boxCells(page), [12]);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: '2. Go round' }).waitFor();
    await page.context().close();
  });
});
